use std::sync::mpsc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{unbounded_channel, UnboundedReceiver};

use super::*;

/// A connection, and what arrives on it.
fn connection() -> (Outgoing, UnboundedReceiver<Option<Request>>) {
    unbounded_channel()
}

fn turn(seat: &Seat, number: u32) -> Turn {
    let wire = v1::Turn {
        turn: number,
        option_count: 3,
        default_option: 2,
        ..Default::default()
    };
    Turn::new(Arc::clone(&seat.info), wire, Instant::now())
}

fn next(heard: &mut UnboundedReceiver<Option<Request>>) -> v1::Choice {
    match heard.blocking_recv() {
        Some(Some(Request::Choice(choice))) => choice,
        other => panic!("expected a choice, not {other:?}"),
    }
}

fn option(choice: &v1::Choice) -> u32 {
    let Some(Answer::Option(option)) = choice.answer else {
        panic!("a choice without an option")
    };
    option
}

/// A seat whose bot does as told through a channel, and says with another one that it is asked.
fn obedient() -> (Seat, mpsc::Sender<Result<u32, BotError>>, mpsc::Receiver<u32>) {
    let (orders, ordered) = mpsc::channel();
    let (asks, asked) = mpsc::channel();
    let new_bot = move || {
        move |turn: &mut Turn| {
            asks.send(turn.number).unwrap();
            ordered.recv().unwrap_or_else(|_| Err("the test is over".into()))
        }
    };
    (
        Seat::start(MatchInfo::default(), new_bot, ()).unwrap(),
        orders,
        asked,
    )
}

#[test]
fn a_turn_that_comes_again_gets_the_same_answer_where_it_was_asked_last() {
    let (seat, orders, asked) = obedient();
    let (first, mut on_first) = connection();
    let (second, mut on_second) = connection();
    seat.ask(turn(&seat, 1), &first);
    assert_eq!(asked.recv(), Ok(1));
    seat.ask(turn(&seat, 1), &second); // while it thinks
    orders.send(Ok(1)).unwrap();
    let answer = next(&mut on_second);
    assert_eq!(option(&answer), 1);
    seat.ask(turn(&seat, 1), &first);
    assert_eq!(next(&mut on_first), answer);
    drop(orders);
    assert!(asked.try_recv().is_err(), "the bot was asked once");
    assert!(on_second.try_recv().is_err(), "each asking is answered once");
}

#[test]
fn what_is_asked_after_a_lost_connection_is_answered_on_the_next() {
    let (seat, orders, asked) = obedient();
    let (lost, heard) = connection();
    seat.ask(turn(&seat, 1), &lost);
    asked.recv().unwrap();
    drop(heard);
    orders.send(Ok(0)).unwrap();
    let (next_one, mut on_next) = connection();
    seat.ask(turn(&seat, 1), &next_one);
    assert_eq!(option(&next(&mut on_next)), 0);
}

#[test]
fn turns_are_answered_in_order_also_those_that_came_while_the_bot_thought() {
    let (seat, orders, asked) = obedient();
    let (outgoing, mut heard) = connection();
    seat.ask(turn(&seat, 1), &outgoing);
    assert_eq!(asked.recv(), Ok(1));
    seat.ask(turn(&seat, 2), &outgoing);
    for option in [0, 1] {
        orders.send(Ok(option)).unwrap();
    }
    let answers = [next(&mut heard), next(&mut heard)];
    assert_eq!(
        answers.map(|answer| (answer.turn, option(&answer))),
        [(1, 0), (2, 1)]
    );
}

#[test]
fn whatever_goes_wrong_in_the_bot_the_default_is_played_and_the_match_goes_on() {
    let new_bot = || {
        |turn: &mut Turn| match turn.number {
            1 => Err("this is an error".into()),
            2 => panic!("this is a panic"),
            3 => Ok(3),
            _ => Ok(1),
        }
    };
    let seat = Seat::start(MatchInfo::default(), new_bot, ()).unwrap();
    let (outgoing, mut heard) = connection();
    for (number, expected) in [(1, 2), (2, 2), (3, 2), (4, 1)] {
        seat.ask(turn(&seat, number), &outgoing);
        assert_eq!(option(&next(&mut heard)), expected, "turn {number}");
    }
}

#[test]
fn a_bot_that_cannot_be_made_plays_defaults() {
    fn broken() -> impl FnMut(&mut Turn) -> Result<u32, BotError> {
        assert!(std::env::args().count() == 0, "no bot today");
        |_: &mut Turn| Ok(0)
    }
    let seat = Seat::start(MatchInfo::default(), broken, ()).unwrap();
    let (outgoing, mut heard) = connection();
    seat.ask(turn(&seat, 1), &outgoing);
    assert_eq!(option(&next(&mut heard)), 2);
}

#[test]
fn a_long_note_is_cut_between_two_characters() {
    let new_bot = || {
        |turn: &mut Turn| {
            turn.note = "x".repeat(turn.number as usize) + &"é".repeat(1000);
            Ok(0)
        }
    };
    let seat = Seat::start(MatchInfo::default(), new_bot, ()).unwrap();
    let (outgoing, mut heard) = connection();
    for (number, length) in [(1, 1023), (2, 1024)] {
        seat.ask(turn(&seat, number), &outgoing);
        let note = next(&mut heard).note;
        assert_eq!((note.len(), String::from_utf8(note).is_ok()), (length, true));
    }
}

#[test]
fn the_bot_hears_how_its_match_begins_and_ends() {
    struct Diary(mpsc::Sender<String>);
    impl Bot for Diary {
        fn start(&mut self, info: &MatchInfo) {
            self.0.send(format!("start {}", info.match_id)).unwrap();
        }
        fn choose(&mut self, _: &mut Turn) -> Result<u32, BotError> {
            Ok(0)
        }
        fn end(&mut self, end: &MatchEnd) {
            self.0
                .send(format!("end {} {}", end.info.match_id, end.reason))
                .unwrap();
        }
    }
    let (diary, read) = mpsc::channel();
    let info = MatchInfo {
        match_id: "m1".into(),
        ..Default::default()
    };
    let seat = Seat::start(info, move || Diary(diary), ()).unwrap();
    seat.end(v1::MatchEnded {
        reason: "emptied".into(),
        ..Default::default()
    });
    let lines: Vec<String> = read.iter().collect(); // until the thread has ended
    assert_eq!(lines, ["start m1", "end m1 emptied"]);
}

#[test]
fn the_thread_ends_with_its_seat() {
    let (playing, ended) = mpsc::channel::<()>();
    let (seat, _orders, _asked) = obedient();
    let other = Seat::start(MatchInfo::default(), || |_: &mut Turn| Ok(0), playing).unwrap();
    drop((seat, other));
    let gone = ended.recv_timeout(Duration::from_secs(60));
    assert_eq!(gone, Err(mpsc::RecvTimeoutError::Disconnected));
}
