"""`python -m inbox`."""

import sys

from inbox.cli.main import main

sys.exit(main())
