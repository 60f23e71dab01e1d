-- Reading along: what a family asked about a story's words, caption tracks of its own, and the words
-- that it keeps.

-- What a language model was asked about a cue, and what it answered. A follow-up belongs to the thread
-- of the first question.
CREATE TABLE explanations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    -- Who asked; NULL when that account is gone.
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    -- The explanation with which the conversation began; NULL: it is this one.
    thread_id INTEGER REFERENCES explanations (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    -- The track's name in addresses ("12", "own-7"), and the cue's number in it.
    track TEXT NOT NULL CHECK (length(track) BETWEEN 1 AND 40),
    cue INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('explain', 'translate')),
    -- What it was about: the cue, a word, or what was selected.
    text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
    -- The language of the answer (BCP 47).
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    -- What was asked on; '' for the first of a thread.
    question TEXT NOT NULL DEFAULT '' CHECK (length(question) <= 2000),
    -- SHA-256 of everything that was sent: the same again needs no model.
    content_hash BLOB NOT NULL CHECK (length(content_hash) = 32),
    -- '' if it came from another caption track.
    model TEXT NOT NULL DEFAULT '' CHECK (length(model) <= 200),
    state TEXT NOT NULL CHECK (state IN ('asking', 'done', 'failed')),
    answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 8000),
    -- Whether the answer would have been longer.
    is_cut INTEGER NOT NULL DEFAULT 0 CHECK (is_cut IN (0, 1)),
    -- Why it failed, as a sentence for parents.
    trouble TEXT CHECK ((trouble IS NOT NULL) = (state = 'failed')),
    asked_at INTEGER NOT NULL
) STRICT;

-- The cache.
CREATE INDEX explanations_by_content ON explanations (family_id, content_hash) WHERE state = 'done';
CREATE INDEX explanations_by_cue ON explanations (family_id, book_id, track, cue, id);
CREATE INDEX explanations_by_family ON explanations (family_id, id);
CREATE INDEX explanations_by_thread ON explanations (thread_id, id);
CREATE INDEX explanations_by_user ON explanations (user_id);
CREATE INDEX explanations_by_book ON explanations (book_id);
-- What the program was stopped at, and what failed: neither is kept.
CREATE INDEX explanations_unfinished ON explanations (asked_at) WHERE state <> 'done';

-- How a parent wants words to be explained or translated: every version, the newest of which counts.
CREATE TABLE explaining_instructions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('explain', 'translate')),
    number INTEGER NOT NULL CHECK (number > 0),
    -- '': the instructions that the program comes with.
    text TEXT NOT NULL CHECK (length(text) <= 4000),
    made_at INTEGER NOT NULL,
    UNIQUE (user_id, kind, number)
) STRICT;

-- The language of a parent's explanations and translations; without a row, the console's.
CREATE TABLE explaining_settings (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A caption track that one family has brought for a story, and nobody else sees. It is a table of its
-- own, so that nothing that counts, lists or searches the library's tracks can meet it.
CREATE TABLE family_captions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE CASCADE,
    -- BCP 47; "und" if unknown.
    language TEXT NOT NULL CHECK (length(language) BETWEEN 1 AND 35),
    label TEXT NOT NULL DEFAULT '' CHECK (length(label) <= 200),
    -- The name of the file that was brought; '' for a text that was pasted.
    file_name TEXT NOT NULL DEFAULT '' CHECK (length(file_name) <= 200),
    format TEXT NOT NULL CHECK (format IN ('srt', 'vtt', 'sbv', 'csv', 'lrc', 'ttml')),
    -- Everything that the file said, packed as the library's versions are.
    document BLOB NOT NULL,
    cue_count INTEGER NOT NULL CHECK (cue_count >= 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    -- Removed, but not for good yet.
    removed_at INTEGER
) STRICT;

CREATE INDEX family_captions_by_book ON family_captions (book_id, family_id, id);
CREATE INDEX family_captions_by_family ON family_captions (family_id, id);
CREATE INDEX family_captions_removed ON family_captions (removed_at) WHERE removed_at IS NOT NULL;

-- Words that a family keeps.
CREATE TABLE kept_words (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    -- The child whose word it is; NULL: the parents'.
    child_id INTEGER REFERENCES children (id) ON DELETE CASCADE,
    term TEXT NOT NULL CHECK (length(term) BETWEEN 1 AND 200),
    -- Folded, to find it again.
    term_key TEXT NOT NULL,
    meaning TEXT NOT NULL DEFAULT '' CHECK (length(meaning) <= 4000),
    -- The sentence in which it was met.
    context TEXT NOT NULL DEFAULT '' CHECK (length(context) <= 2000),
    language TEXT NOT NULL DEFAULT 'und' CHECK (length(language) BETWEEN 1 AND 35),
    -- Where it was met.
    book_id INTEGER REFERENCES books (id) ON DELETE SET NULL,
    track TEXT CHECK (length(track) BETWEEN 1 AND 40),
    seconds REAL CHECK (seconds >= 0),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    removed_at INTEGER
) STRICT;

CREATE INDEX kept_words_by_family ON kept_words (family_id, id);
CREATE INDEX kept_words_by_term ON kept_words (family_id, term_key, child_id);
CREATE INDEX kept_words_by_child ON kept_words (child_id);
CREATE INDEX kept_words_by_book ON kept_words (book_id);
CREATE INDEX kept_words_removed ON kept_words (removed_at) WHERE removed_at IS NOT NULL;

-- A child who moves to another family takes the own words along.
CREATE TRIGGER kept_words_move AFTER UPDATE OF family_id ON children
WHEN old.family_id <> new.family_id BEGIN
    UPDATE kept_words SET family_id = new.family_id WHERE child_id = new.id;
END;
