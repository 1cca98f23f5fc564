"""What can be learnt around the game: from ids, commitments, order, services, other matches, files and processes."""
