//! Runs a bot: connects, plays, reconnects after a lost connection, and ends when the referee says goodbye.

use std::future::Future;
use std::pin::{pin, Pin};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use tokio::signal::unix::{signal, SignalKind};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tokio_stream::StreamExt;
use tonic::transport::Endpoint;
use tonic::{Code, Status, Streaming};

use crate::bot::Bot;
use crate::errors::{with_causes, ClientError};
use crate::log::warn;
use crate::session::Session;
use crate::settings::Settings;
use crate::v1;
use crate::v1::play_request::Request;
use crate::v1::play_service_client::PlayServiceClient;

const PROTOCOL_VERSION: u32 = 1;
/// How long the library tries to connect, or reconnect, before it gives up.
const PATIENCE: Duration = Duration::from_secs(30);
const TIME_TO_LEAVE: Duration = Duration::from_secs(1);
const LARGEST_RESPONSE: usize = 16 * 1024 * 1024;

/// What a bot wants from the referee.
#[derive(Clone, Debug)]
pub struct Options {
    /// The bot's own name and version, for logs.
    pub name: String,
    /// Whether to fill `turn.text` and `turn.option_texts`.
    pub wants_text: bool,
    /// Whether positions contain the events since the seat's last turn.
    pub wants_events: bool,
    /// Whether to fill `turn.info.card_set`.
    pub wants_cards: bool,
    /// How many matches the bot can play at once; 0 for no limit.
    pub max_matches: u32,
}

impl Options {
    /// Events, no text, no cards, and any number of matches.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: name.into(),
            wants_text: false,
            wants_events: true,
            wants_cards: false,
            max_matches: 0,
        }
    }
}

/// Plays every match that the referee has for this bot, with a new bot for each. Returns the exit code for `main` when the
/// referee says goodbye, on SIGTERM, or if it cannot continue; stderr says why.
///
/// The settings come from the environment: `REFEREE_ADDRESS`, `REFEREE_TOKEN` and `REFEREE_CA`.
pub fn run<B: Bot, F: Fn() -> B + Send + Sync + 'static>(options: Options, new_bot: F) -> ExitCode {
    let played = Settings::from_environment(|name| std::env::var(name).ok())
        .and_then(|settings| play(options, new_bot, &settings));
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            warn(format_args!("{error}"));
            ExitCode::FAILURE
        }
    }
}

/// Does what [`run`] does, with the given settings.
///
/// # Errors
/// The referee cannot be reached for 30 seconds, refuses the bot, or breaks the protocol.
pub fn play<B: Bot, F: Fn() -> B + Send + Sync + 'static>(
    options: Options,
    new_bot: F,
    settings: &Settings,
) -> Result<(), ClientError> {
    let hello = v1::Hello {
        token: settings.token.clone(),
        software: options.name,
        protocol_version: PROTOCOL_VERSION,
        wants_text: options.wants_text,
        wants_events: options.wants_events,
        wants_cards: options.wants_cards,
        max_matches: options.max_matches,
        ..Default::default()
    };
    let endpoint = settings.endpoint()?;
    let no_runtime = |why: std::io::Error| ClientError(format!("the library cannot start: {why}"));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(no_runtime)?;
    runtime.block_on(async {
        let (playing, mut matches) = mpsc::channel(1);
        let mut session = Session::new(new_bot, hello, playing);
        let ended = play_connections(&mut session, &endpoint, &settings.address, pin!(terminated()?)).await?;
        drop(session);
        if matches!(ended, Ended::ForGood) {
            let _ = timeout(TIME_TO_LEAVE, matches.recv()).await; // until each bot knows how its match ended
        }
        Ok(())
    })
}

/// How a connection ended.
enum Ended {
    /// The referee said goodbye.
    ForGood,
    /// This process must end.
    Terminated,
    /// Another attempt makes sense.
    Lost(String),
}

async fn play_connections<B: Bot, F: Fn() -> B + Send + Sync + 'static>(
    session: &mut Session<F>,
    endpoint: &Endpoint,
    address: &str,
    mut terminated: Pin<&mut impl Future<Output = ()>>,
) -> Result<Ended, ClientError> {
    let mut waits = back_off(PATIENCE);
    loop {
        let why = match play_one_connection(session, endpoint, terminated.as_mut()).await? {
            Ended::Lost(why) => why,
            ended => return Ok(ended),
        };
        if session.welcomed {
            waits = back_off(PATIENCE);
        }
        let Some(wait) = waits.next() else {
            let seconds = PATIENCE.as_secs();
            return Err(ClientError(format!(
                "no connection to {address} for {seconds} seconds; last error: {why}"
            )));
        };
        tokio::select! {
            () = terminated.as_mut() => return Ok(Ended::Terminated),
            () = sleep(wait) => {}
        }
    }
}

/// The time to wait before each further attempt: more each time, `patience` in total.
fn back_off(mut patience: Duration) -> impl Iterator<Item = Duration> {
    let mut next = Duration::from_millis(50);
    std::iter::from_fn(move || {
        let wait = next.min(patience);
        patience -= wait;
        next = (2 * next).min(Duration::from_secs(2));
        (!wait.is_zero()).then_some(wait)
    })
}

async fn play_one_connection<B: Bot, F: Fn() -> B + Send + Sync + 'static>(
    session: &mut Session<F>,
    endpoint: &Endpoint,
    mut terminated: Pin<&mut impl Future<Output = ()>>,
) -> Result<Ended, ClientError> {
    let (outgoing, requests) = mpsc::unbounded_channel();
    let _ = outgoing.send(Some(session.hello()));
    let opened = tokio::select! {
        () = terminated.as_mut() => return Ok(Ended::Terminated),
        opened = open(endpoint, requests) => opened,
    };
    let mut responses = match opened {
        Ok(responses) => responses,
        Err(status) => return lost_or_refused(&status),
    };
    loop {
        let response = tokio::select! {
            () = terminated.as_mut() => {
                let _ = outgoing.send(Some(Request::Leave(v1::Leave {})));
                let _ = outgoing.send(None);
                let _ = timeout(TIME_TO_LEAVE, read_to_the_end(responses)).await;
                return Ok(Ended::Terminated);
            }
            response = responses.message() => response,
        };
        match response {
            Ok(Some(response)) => session.receive(response, Instant::now(), &outgoing)?,
            Ok(None) => return Ok(Ended::Lost("OK".into())),
            Err(status) => return lost_or_refused(&status),
        }
        if session
            .goodbye
            .as_ref()
            .is_some_and(|goodbye| !goodbye.may_reconnect)
        {
            return Ok(Ended::ForGood);
        }
    }
}

async fn open(
    endpoint: &Endpoint,
    requests: mpsc::UnboundedReceiver<Option<Request>>,
) -> Result<Streaming<v1::PlayResponse>, Status> {
    let channel = endpoint
        .connect()
        .await
        .map_err(|why| Status::unavailable(with_causes(&why)))?;
    let requests = UnboundedReceiverStream::new(requests).map_while(|request| {
        request.map(|request| v1::PlayRequest {
            request: Some(request),
        })
    });
    let mut client = PlayServiceClient::new(channel).max_decoding_message_size(LARGEST_RESPONSE);
    Ok(client.play(requests).await?.into_inner())
}

async fn read_to_the_end(mut responses: Streaming<v1::PlayResponse>) {
    while let Ok(Some(_)) = responses.message().await {}
}

fn lost_or_refused(status: &Status) -> Result<Ended, ClientError> {
    let how = format!("{:?}: {}", status.code(), status.message());
    match status.code() {
        // AlreadyExists: the referee may not have noticed yet that this bot's last connection is lost.
        Code::AlreadyExists
        | Code::Ok
        | Code::Cancelled
        | Code::Internal
        | Code::Unavailable
        | Code::Unknown => Ok(Ended::Lost(how)),
        _ => Err(ClientError(format!("the referee ended the stream with {how}"))),
    }
}

/// Waits for SIGTERM or SIGINT.
fn terminated() -> Result<impl Future<Output = ()>, ClientError> {
    let listen = |kind| signal(kind).map_err(|why| ClientError(format!("cannot listen for signals: {why}")));
    let (mut sigterm, mut sigint) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = sigterm.recv() => {}
            _ = sigint.recv() => {}
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_waits_grow_and_last_as_long_as_the_patience() {
        let waits: Vec<Duration> = back_off(PATIENCE).collect();
        assert_eq!(waits[..4], [50, 100, 200, 400].map(Duration::from_millis));
        assert_eq!(waits.iter().max(), Some(&Duration::from_secs(2)));
        assert_eq!(waits.iter().sum::<Duration>(), PATIENCE);
    }

    #[test]
    fn only_a_lost_connection_is_worth_another_attempt() {
        use Code::{Internal, PermissionDenied, ResourceExhausted, Unauthenticated, Unavailable, Unknown};
        for (code, again) in [
            (Unavailable, true),
            (Unknown, true),
            (Internal, true),
            (Code::AlreadyExists, true),
            (Unauthenticated, false),
            (PermissionDenied, false),
            (ResourceExhausted, false),
        ] {
            assert_eq!(
                lost_or_refused(&Status::new(code, "because")).is_ok(),
                again,
                "{code:?}"
            );
        }
    }
}
