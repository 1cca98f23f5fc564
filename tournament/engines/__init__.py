"""Where matches are played: in this process, with bots in processes of their own, or in several worker processes."""
