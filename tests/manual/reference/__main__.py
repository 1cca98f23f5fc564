"""`make reference`: writes the generated parts of every page again, and the pages that are generated as a whole."""

from __future__ import annotations

from referee.manual.contents import HOME
from tests.manual.reference.parts import pages_with_parts, renewed

if __name__ == "__main__":
    for path in pages_with_parts():
        old = path.read_text(encoding="utf-8")
        new = renewed(old)
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(f"{path.relative_to(HOME)}: written")
