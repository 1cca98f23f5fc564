"""What it costs the bots that hundreds look: a crowd plays slowly, browsers follow it, and a calm pair is measured."""
