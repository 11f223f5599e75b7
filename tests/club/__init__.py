"""Tests of the club."""
