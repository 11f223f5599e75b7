"""Tests of geometry, boards, atoms, paths and pieces."""
