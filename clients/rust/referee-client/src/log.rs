//! Messages for people on stderr while a bot plays.

use std::fmt::Arguments;
use std::io::Write;

/// Writes a line at once. If stderr is closed, the bot continues without it.
pub(crate) fn warn(what: Arguments) {
    let line = format!("referee_client: {what}\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}
