-- What the program was doing when it ended by a mistake of its own.

CREATE TABLE crashes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    -- The number of the signal.
    signal INTEGER NOT NULL CHECK (signal > 0),
    -- As the thread noted it: "job 17", "file caption import 36", "page /watch/{book}".
    work TEXT NOT NULL CHECK (length(work) <= 300),
    -- The same for people, as the end of a sentence.
    words TEXT NOT NULL CHECK (length(words) BETWEEN 1 AND 1000)
) STRICT;

CREATE INDEX crashes_by_time ON crashes (at);
CREATE INDEX crashes_by_work ON crashes (work);
