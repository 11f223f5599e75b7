"""Text: sentences, lists and boards for people."""
