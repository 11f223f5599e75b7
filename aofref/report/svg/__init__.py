"""SVG: positions as pictures."""
