"""What earlier versions wrote, which every later one must read."""
