"""The sections an analysis is made of: each answers one question from prepared ratings."""
