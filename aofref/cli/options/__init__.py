"""Options that several commands share, and what a shell may complete of them."""
