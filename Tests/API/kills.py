"""How often the tests of crashes kill the server: a few times in every run, and as often as `KILLS` says in a long one."""

import os


def rounds(usually):
    return int(os.environ.get("KILLS", usually))
