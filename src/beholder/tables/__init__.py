"""The tables a study gives: ratings and answers, blinded or by name, written in any format."""
