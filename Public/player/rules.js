// What the player decides by numbers alone. Tests/Fixtures/player has the cases; the server runs those of resuming too.
Storytime.Rules = {
    // Where a story starts: where it was left, unless that was within ten seconds of its end. Nobody knows where the end of a
    // film of unknown length is.
    start(position, duration) {
        if (!(position > 0)) return 0;
        return duration === null || position < duration - 10 ? position : 0;
    },
};
