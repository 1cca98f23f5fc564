//! Answers each Turn with its default option on a bare stream, without the library: a baseline to measure its cost.

use std::error::Error;

use referee_client::v1;
use referee_client::v1::choice::Answer;
use referee_client::v1::play_request::Request;
use referee_client::v1::play_response::Response;
use referee_client::v1::play_service_client::PlayServiceClient;
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::transport::Endpoint;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::var("REFEREE_ADDRESS")?;
    let uri = if address.starts_with("unix:") {
        address
    } else {
        format!("http://{address}")
    };
    let mut client = PlayServiceClient::new(Endpoint::from_shared(uri)?.connect().await?);
    let (outgoing, requests) = mpsc::unbounded_channel();
    let say = |request| {
        outgoing.send(v1::PlayRequest {
            request: Some(request),
        })
    };
    say(Request::Hello(v1::Hello {
        token: std::env::var("REFEREE_TOKEN")?,
        protocol_version: 1,
        ..Default::default()
    }))?;
    let mut responses = client
        .play(UnboundedReceiverStream::new(requests))
        .await?
        .into_inner();
    while let Some(response) = responses.message().await? {
        match response.response {
            Some(Response::Turn(turn)) => say(Request::Choice(v1::Choice {
                match_id: turn.match_id,
                turn: turn.turn,
                answer: Some(Answer::Option(turn.default_option)),
                ..Default::default()
            }))?,
            Some(Response::Goodbye(_)) => return Ok(()),
            _ => {}
        }
    }
    Err("the stream ended without a goodbye".into())
}
