//! What people are told while a bot plays, on stderr.

use std::fmt::Arguments;
use std::io::Write;

/// Writes a line, in one piece. If nobody reads stderr any more, the bot plays on without.
pub(crate) fn warn(what: Arguments) {
    let line = format!("referee_client: {what}\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
}
