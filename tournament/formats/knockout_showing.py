"""The bracket of a knock-out as a drawing, and its ties as a table."""

from __future__ import annotations

from tournament.formats.bracket import order_of_seeds
from tournament.formats.contract import Contest
from tournament.formats.knockout import BracketResults, TieResult, TieState, champion_of
from tournament.formats.showing import FormatTable, points_text

OPEN = "..."
BYE = "bye"


def knockout_tables(contest: Contest) -> list[FormatTable]:
    """Return the bracket."""
    if not contest.drawn:
        return []
    results = BracketResults(contest)
    champion = champion_of(results)
    names = "winners' bracket" if contest.plan.format.elimination == "double" else "bracket"
    return [
        FormatTable(
            title=f"Knock-out: {f'{champion} has won' if champion else 'not decided yet'}",
            heads=["round", "bots", "points", "deals", "goes on"],
            rows=[_row(one, results) for one in results.ties.values() if _is_shown(one)],
            numbers=[3],
            drawing=["", f"The {names}:", *bracket_lines(results)],
            notes=["The points are those of all matches of the tie, in the order of its bots."],
        )
    ]


def _is_shown(result: TieResult) -> bool:
    """Whether a tie has two bots."""
    return None not in result.bots


def _row(result: TieResult, results: BracketResults) -> list[str]:
    first, second = result.bots
    winner = OPEN if result.state is not TieState.DECIDED else result.winner or "nobody"
    deals = results.deals(result.tie.number)
    return [result.tie.name, f"{first} - {second}", _score(result), str(deals) if deals else "", winner]


def _score(result: TieResult) -> str:
    """Return the points of both bots."""
    if result.table is None:
        return "" if result.state is not TieState.DECIDED else "w.o."
    matches = len(result.table.results)
    return ":".join(points_text(result.table.shares[bot] * matches) for bot in result.bots if bot is not None)


def bracket_lines(results: BracketResults) -> list[str]:
    """Draw the bracket from left to right: the seeds, then who went on in each round."""
    columns = [_seed_texts(results)]
    first = 1
    while len(columns[-1]) > 1:
        count = len(columns[-1]) // 2
        columns.append([_text(results.ties[first + place]) for place in range(count)])
        first += count
    lines = [""] * (2 * len(columns[0]) - 1)
    for turn, texts in enumerate(columns):
        width = max(len(text) for text in texts)
        step, start = 2 << turn, (1 << turn) - 1
        for row in range(len(lines)):
            place, offset = divmod(row - start, step)
            in_column = 0 <= place < len(texts)
            if in_column and not offset:
                mark = " " + "┐┘"[place % 2] if len(texts) > 1 else ""
                text = texts[place].ljust(width) + mark.replace(" ", "─")
            else:
                between = in_column and place % 2 == 0
                text = " " * width + (" │" if between and len(texts) > 1 else "  ")
            lines[row] += text + (" " if turn + 1 < len(columns) else "")
    return [line.rstrip() for line in lines]


def _seed_texts(results: BracketResults) -> list[str]:
    size = 2 * sum(one.tie.sides[0].kind == "seed" for one in results.ties.values())
    names = [f"{seed + 1} {bot}" for seed, bot in enumerate(results.seeds)]
    return [names[seed] if seed < len(names) else BYE for seed in order_of_seeds(size)]


def _text(result: TieResult) -> str:
    """Return who went on, and how clearly."""
    if result.state is not TieState.DECIDED:
        return OPEN
    if result.winner is None:
        return "nobody"
    if result.table is None:
        return result.winner
    loser_first = result.bots[0] != result.winner
    score = _score(result)
    return f"{result.winner} {':'.join(reversed(score.split(':'))) if loser_first else score}"
