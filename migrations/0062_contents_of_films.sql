-- What is in the files of films beside their picture, and what of the original isn’t.

CREATE TABLE video_contents (
    asset_id INTEGER NOT NULL REFERENCES video_assets (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position >= 0),
    -- A note says what is missing, and why.
    kind TEXT NOT NULL CHECK (kind IN ('sound', 'chapter', 'note')),
    -- Of a sound, in BCP 47; "und" if unknown. The first sound is the one that is heard.
    language TEXT CHECK (length(language) BETWEEN 2 AND 35),
    -- When a chapter begins.
    seconds INTEGER CHECK (seconds >= 0),
    -- A title, or the sentence of a note.
    text TEXT NOT NULL CHECK (length(text) <= 1000),
    PRIMARY KEY (asset_id, position),
    CHECK ((language IS NOT NULL) = (kind = 'sound')),
    CHECK ((seconds IS NOT NULL) = (kind = 'chapter'))
) STRICT, WITHOUT ROWID;
