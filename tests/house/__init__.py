"""Tests of the checkout itself: its rooms, words, documents and tools."""
