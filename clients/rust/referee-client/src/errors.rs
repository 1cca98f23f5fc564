//! What can go wrong between a bot and its referee.

use std::error::Error;
use std::fmt;

/// Why a bot cannot continue: wrong settings, or a referee that refuses it or is unreachable. The text is for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientError(pub String);

impl fmt::Display for ClientError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Error for ClientError {}

/// An error with its causes as text: transport errors alone say nothing.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let because = error.to_string();
        if !told.ends_with(&because) {
            told = format!("{told}: {because}");
        }
        cause = error.source();
    }
    told
}
