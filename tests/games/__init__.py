"""Tests of the games, those of aofref and those from files."""
