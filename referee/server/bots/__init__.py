"""Bots as processes of this machine: how they are started, shut in, measured and ended."""
