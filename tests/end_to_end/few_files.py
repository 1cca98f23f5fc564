"""`referee serve` as it is started where few files may be open at first: `python -m tests.end_to_end.few_files`."""

import resource
import sys

from referee.cli import main

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    sys.argv.insert(1, "serve")
    main()
