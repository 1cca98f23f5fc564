"""One match: asks its seats, keeps their time, judges what they answer, and writes its record."""
