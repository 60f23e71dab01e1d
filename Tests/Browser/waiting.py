"""Waiting for what happens: a test goes on as soon as it has, and fails if it never does."""

import time

PATIENCE = 120  # seconds for what never comes, which is a failure; no machine is too slow for it
LOOK = 0.02  # seconds from one look to the next


def until(is_so, what="it", page=None, patience=PATIENCE):
    """Waits until something is so, of which no event tells, and says what is missing. With a page its events and routes are heard
    meanwhile."""
    deadline = time.monotonic() + patience
    while not (found := is_so()):
        assert time.monotonic() < deadline, f"{what() if callable(what) else what} does not come"
        page.wait_for_timeout(LOOK * 1000) if page else time.sleep(LOOK)
    return found


def painted(page, count=3):
    """Waits until a page has painted so many pictures: what it had to do at once is done, and stands there."""
    page.evaluate(
        """(count) => new Promise((done) => {
            const paint = () => { if (count-- > 0) requestAnimationFrame(paint); else done(); };
            paint();
        })""",
        count,
    )


def at_rest(target):
    """Waits until an element doesn't move any more, and returns where it is."""
    target.evaluate(
        """(element) => new Promise((done) => {
            let [place, count] = ["", 0];
            const look = () => {
                const { x, y, width, height } = element.getBoundingClientRect();
                const now = [x, y, width, height].join();
                count = now === place ? count + 1 : 0;
                place = now;
                if (count > 3 && element.getAnimations().length === 0) done();
                else requestAnimationFrame(look);
            };
            look();
        })"""
    )
    return target.bounding_box()
