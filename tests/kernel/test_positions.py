"""Parts of serialised messages."""

from __future__ import annotations

import pytest

from referee.games.keepers.v1.keepers_pb2 import Position
from referee.kernel.positions import VIEW, part


@pytest.mark.parametrize("size", [0, 1, 127, 128, 300, 16_383, 16_384, 70_000])
def test_payloads_of_every_length(size: int) -> None:
    payload = Position(view={"seats": [{}] * (size // 2)}).view.SerializeToString()
    assert Position.FromString(part(VIEW, payload)).view.SerializeToString() == payload
    assert part(VIEW, bytes(size)).endswith(bytes(size))
