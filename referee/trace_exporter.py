"""Export traces: `python -m referee.trace_exporter ADDRESS`. `traces` starts it, and it ends when its input ends.

A line is a `TracedMatch`. Everything that has arrived is sent together; meanwhile, further input waits. The variables
`OTEL_...` of OpenTelemetry apply, for example those for headers, resource attributes and sampling.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from itertools import groupby

import msgspec
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import ReadableSpan, SpanLimits, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.trace import Tracer, set_span_in_context

from referee.match_times import AnswerTime, MatchTimes
from referee.neutral import one_line
from referee.terminal.printing import say
from referee.traces import TracedMatch
from referee.version import referee_version

SERVICE = "referee"
CHUNK = 1 << 16

SECONDS_TO_SEND = 5.0
"""How long one message to the collector may take, with all repetitions."""

MOST_EVENTS = 100_000
"""How many events a span may have; a match has one for each decision."""

Attributes = dict[str, str | int | float | bool | list[str]]


class OnceHandler(logging.Handler):
    """Prints each kind of message only once, because a collector that cannot be reached would fill the log."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._seen: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Print a message unless one like it was printed."""
        if str(record.msg) not in self._seen:
            self._seen.add(str(record.msg))
            _report(one_line(record.getMessage()))


class EndedSpans(SpanProcessor):
    """Keeps spans until they are fetched.

    Attributes:
        spans: Those that have ended.
    """

    def __init__(self) -> None:
        self.spans: list[ReadableSpan] = []

    def on_end(self, span: ReadableSpan) -> None:
        """Keep a span that has ended, if it is sampled."""
        if span.context is not None and span.context.trace_flags.sampled:
            self.spans.append(span)

    def take(self) -> list[ReadableSpan]:
        """Return the spans, and forget them."""
        taken, self.spans = self.spans, []
        return taken


def trace(tracer: Tracer, match: TracedMatch) -> None:
    """Make the span of a match, and of its storing."""
    times = match.times
    begun, ended = _ns(times.begun_unix_s), _ns(times.ended_unix_s)
    span = tracer.start_span("match", start_time=begun, attributes=_of_match(times))
    for at, answer in _decisions(times):
        span.add_event("decision", _of_decision(times, answer), timestamp=max(begun, _ns(at)))
    for bot, cause in times.strikes:
        span.add_event("strike", {"referee.bot": bot, "referee.cause": cause}, timestamp=ended)
    for bot, cause in times.forfeits:
        span.add_event("forfeit", {"referee.bot": bot, "referee.cause": cause}, timestamp=ended)
    span.end(ended)
    if match.store_s:
        store = tracer.start_span("store", set_span_in_context(span), start_time=_ns(match.stored_unix_s))
        store.end(_ns(match.stored_unix_s + match.store_s))


def _of_match(times: MatchTimes) -> Attributes:
    return {
        "referee.match": times.name,
        "referee.game": times.game,
        "referee.bots": times.bots,
        "referee.void": times.void,
        "referee.overloaded": times.overloaded,
        "referee.decisions": times.decisions,
    }


def _of_decision(times: MatchTimes, answer: AnswerTime) -> Attributes:
    return {
        "referee.bot": times.bots[answer.seat],
        "referee.step": answer.step,
        "referee.answer_ms": answer.wall_ms - answer.lag_ms,
        "referee.lag_ms": answer.lag_ms,
        "referee.chosen": answer.chosen,
    }


def _decisions(times: MatchTimes) -> Iterator[tuple[float, AnswerTime]]:
    """Yield the decisions with their times of the day, backwards: a record has durations, and when the match ended."""
    ended = times.ended_unix_s
    for _, answers in groupby(reversed(times.answers), lambda answer: answer.step):
        step = list(answers)
        asked = ended - max(answer.wall_ms for answer in step) / 1000
        yield from ((asked + answer.wall_ms / 1000, answer) for answer in step)
        ended = asked


def _ns(seconds: float) -> int:
    return round(seconds * 1e9)


def _report(text: str) -> None:
    say(f"traces: {text}", err=True)


def main(address: str) -> int:
    """Export what comes from stdin to the collector at this address. Return 1 if something could not be sent."""
    logging.basicConfig(handlers=[OnceHandler()])
    ended, unsent, pending = EndedSpans(), 0, b""
    resource = Resource.create({SERVICE_NAME: SERVICE, "service.version": referee_version()})
    provider = TracerProvider(resource=resource, span_limits=SpanLimits(max_events=MOST_EVENTS))
    provider.add_span_processor(ended)
    tracer = provider.get_tracer("referee")
    exporter = OTLPSpanExporter(address, insecure=address.startswith("http://"), timeout=SECONDS_TO_SEND)
    while chunk := os.read(sys.stdin.fileno(), CHUNK):
        *lines, pending = (pending + chunk).split(b"\n")
        for line in lines:
            trace(tracer, msgspec.json.decode(line, type=TracedMatch))
        if (spans := ended.take()) and exporter.export(spans) is not SpanExportResult.SUCCESS:
            unsent += len(spans)
    exporter.shutdown()
    if unsent:
        _report(f"{unsent} spans could not be sent to {address}")
    return int(unsent > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
