"""Marks on pictures and on the words of a text: matching, consensus and agreement."""
