"""What of the manual is generated from the code: `make reference` writes it, and a test compares it."""
