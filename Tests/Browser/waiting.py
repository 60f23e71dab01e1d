"""Waiting for what happens: a test goes on as soon as it has, and fails if it never does."""

import time

PATIENCE = 30  # seconds for what never comes, which is a failure; no machine is too slow for it
LOOK = 0.02  # seconds from one look to the next


def until(is_so, what="it", page=None):
    """Waits until something is so, which nobody tells of, and says what it is. With a page its events and routes are heard meanwhile."""
    deadline = time.monotonic() + PATIENCE
    while not (found := is_so()):
        assert time.monotonic() < deadline, f"{what} does not come"
        page.wait_for_timeout(LOOK * 1000) if page else time.sleep(LOOK)
    return found
