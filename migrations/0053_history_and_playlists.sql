-- What parents opened to read along, and the playlists that they make of it.

-- Each video once for each parent: a story of the library, or a video at an address.
CREATE TABLE watch_history (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    web_video_id INTEGER REFERENCES web_videos (id) ON DELETE CASCADE,
    -- The order in which a parent opened them, the latest highest: two may be opened within a second.
    turn INTEGER NOT NULL CHECK (turn > 0),
    opened_at INTEGER NOT NULL,
    -- Removed, but not for good yet. What was removed together has the same number.
    removed_at INTEGER,
    removal INTEGER CHECK ((removal IS NULL) = (removed_at IS NULL)),
    CHECK ((book_id IS NULL) <> (web_video_id IS NULL))
) STRICT;

CREATE UNIQUE INDEX watch_history_of_book ON watch_history (user_id, book_id);
CREATE UNIQUE INDEX watch_history_of_web_video ON watch_history (user_id, web_video_id);
CREATE INDEX watch_history_by_turn ON watch_history (user_id, turn);
CREATE INDEX watch_history_by_book ON watch_history (book_id);
CREATE INDEX watch_history_by_web_video ON watch_history (web_video_id);
CREATE INDEX watch_history_removed ON watch_history (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE playlists (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The parent whose it is; NULL: one who left. Then it is the family's.
    user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
    -- The family that it is shared with; NULL: only its parent sees it.
    family_id INTEGER REFERENCES families (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    name_key TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    removed_at INTEGER,
    CHECK (user_id IS NOT NULL OR family_id IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX playlists_of_user ON playlists (user_id, name_key) WHERE removed_at IS NULL;
CREATE INDEX playlists_by_user ON playlists (user_id);
CREATE INDEX playlists_by_family ON playlists (family_id);
CREATE INDEX playlists_removed ON playlists (removed_at) WHERE removed_at IS NOT NULL;

CREATE TABLE playlist_items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    playlist_id INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
    book_id INTEGER REFERENCES books (id) ON DELETE CASCADE,
    web_video_id INTEGER REFERENCES web_videos (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    added_at INTEGER NOT NULL,
    removed_at INTEGER,
    CHECK ((book_id IS NULL) <> (web_video_id IS NULL))
) STRICT;

CREATE UNIQUE INDEX playlist_items_of_book ON playlist_items (playlist_id, book_id);
CREATE UNIQUE INDEX playlist_items_of_web_video ON playlist_items (playlist_id, web_video_id);
CREATE INDEX playlist_items_in_order ON playlist_items (playlist_id, position, id);
CREATE INDEX playlist_items_by_book ON playlist_items (book_id);
CREATE INDEX playlist_items_by_web_video ON playlist_items (web_video_id);
CREATE INDEX playlist_items_removed ON playlist_items (removed_at) WHERE removed_at IS NOT NULL;

-- The children who have a playlist as a shelf in Kids Mode.
CREATE TABLE playlist_children (
    playlist_id INTEGER NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
    child_id INTEGER NOT NULL REFERENCES children (id) ON DELETE CASCADE,
    PRIMARY KEY (playlist_id, child_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX playlist_children_by_child ON playlist_children (child_id);

-- What a parent shared stays with the family when they leave it, and what was only theirs goes along;
-- the children of one family never have the playlist of another.
CREATE TRIGGER playlists_of_deleted_user BEFORE DELETE ON users BEGIN
    UPDATE playlists SET user_id = NULL WHERE user_id = old.id AND family_id IS NOT NULL;
END;

CREATE TRIGGER playlists_of_moved_user AFTER UPDATE OF family_id ON users
WHEN old.family_id IS NOT new.family_id BEGIN
    UPDATE playlists SET user_id = NULL WHERE user_id = new.id AND family_id IS NOT NULL;
    DELETE FROM playlist_children
    WHERE playlist_id IN (SELECT id FROM playlists WHERE user_id = new.id);
END;

CREATE TRIGGER playlists_of_moved_child AFTER UPDATE OF family_id ON children
WHEN old.family_id <> new.family_id BEGIN
    DELETE FROM playlist_children WHERE child_id = new.id;
END;
