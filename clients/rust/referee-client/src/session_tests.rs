use tokio::sync::mpsc::{channel, unbounded_channel, UnboundedReceiver};

use super::*;
use crate::bot::BotError;
use crate::v1::choice::Answer;

/// Answers with the number of turns it was asked before.
#[derive(Default)]
struct Counter(u32);

impl Bot for Counter {
    fn choose(&mut self, _: &mut Turn) -> Result<u32, BotError> {
        self.0 += 1;
        Ok(self.0 - 1)
    }
}

struct Table<F> {
    session: Session<F>,
    outgoing: Outgoing,
    heard: UnboundedReceiver<Option<Request>>,
}

fn table() -> Table<impl Fn() -> Counter + Send + Sync + 'static> {
    let (outgoing, heard) = unbounded_channel();
    let hello = v1::Hello {
        token: "secret".into(),
        ..Default::default()
    };
    Table {
        session: Session::new(Counter::default, hello, channel(1).0),
        outgoing,
        heard,
    }
}

impl<B: Bot, F: Fn() -> B + Send + Sync + 'static> Table<F> {
    fn say(&mut self, response: Response) -> Result<(), ClientError> {
        let response = v1::PlayResponse {
            response: Some(response),
        };
        self.session.receive(response, Instant::now(), &self.outgoing)
    }

    fn ask(&mut self, match_id: &str, turn: u32) -> u32 {
        let match_id = match_id.to_string();
        self.say(Response::Turn(v1::Turn {
            match_id,
            turn,
            option_count: 9,
            ..Default::default()
        }))
        .unwrap();
        match self.heard.blocking_recv() {
            Some(Some(Request::Choice(v1::Choice {
                answer: Some(Answer::Option(option)),
                ..
            }))) => option,
            other => panic!("expected a choice, not {other:?}"),
        }
    }

    fn start(&mut self, match_id: &str, resumed: bool) {
        let match_id = match_id.to_string();
        self.say(Response::MatchStarted(v1::MatchStarted {
            match_id,
            resumed,
            ..Default::default()
        }))
        .unwrap();
    }

    fn end(&mut self, match_id: &str) {
        let match_id = match_id.to_string();
        self.say(Response::MatchEnded(v1::MatchEnded {
            match_id,
            ..Default::default()
        }))
        .unwrap();
    }
}

#[test]
fn each_match_has_a_bot_of_its_own() {
    let mut table = table();
    table.start("m1", false);
    table.start("m2", false);
    assert_eq!(
        [table.ask("m1", 1), table.ask("m1", 2), table.ask("m2", 1)],
        [0, 1, 0]
    );
    table.end("m1");
    table.end("m1");
    table.start("m1", false);
    assert_eq!([table.ask("m1", 1), table.ask("m2", 2)], [0, 1]);
}

#[test]
fn a_match_that_goes_on_keeps_its_bot() {
    let mut table = table();
    table.start("m1", true); // an earlier process played it before
    assert_eq!(table.ask("m1", 7), 0);
    table.start("m1", true);
    assert_eq!([table.ask("m1", 7), table.ask("m1", 8)], [0, 1]);
}

#[test]
fn a_question_about_an_unknown_match_is_an_error() {
    let mut table = table();
    let asked = v1::Turn {
        match_id: "m9".into(),
        ..Default::default()
    };
    let error = table.say(Response::Turn(asked)).unwrap_err();
    assert!(error.0.contains("\"m9\", which it never started"), "{error}");
}

#[test]
fn hello_carries_the_last_resume_token() {
    let mut table = table();
    let token = |request| match request {
        Request::Hello(hello) => (hello.token, hello.resume_token),
        other => panic!("expected Hello, not {other:?}"),
    };
    assert_eq!(token(table.session.hello()), ("secret".into(), String::new()));
    table
        .say(Response::Welcome(v1::Welcome {
            resume_token: "r1".into(),
            ..Default::default()
        }))
        .unwrap();
    assert!(table.session.welcomed);
    assert_eq!(token(table.session.hello()), ("secret".into(), "r1".into()));
    assert!(!table.session.welcomed);
}

#[test]
fn a_goodbye_is_that_of_its_connection() {
    let mut table = table();
    table
        .say(Response::Goodbye(v1::Goodbye {
            may_reconnect: true,
            ..Default::default()
        }))
        .unwrap();
    assert!(table
        .session
        .goodbye
        .as_ref()
        .is_some_and(|goodbye| goodbye.may_reconnect));
    table.session.hello();
    assert_eq!(table.session.goodbye, None);
}

#[test]
fn what_is_not_known_is_passed_over() {
    let mut table = table();
    let unknown = v1::PlayResponse { response: None };
    table
        .session
        .receive(unknown, Instant::now(), &table.outgoing)
        .unwrap();
    table.say(Response::Strike(v1::Strike::default())).unwrap();
    table.start("m1", false);
    assert_eq!(table.ask("m1", 1), 0);
}
