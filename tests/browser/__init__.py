"""Pages in a real browser; `make test-browser` runs these tests, and keeps pictures of what they saw."""
