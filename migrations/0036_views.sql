-- What each person made of the lists: the columns that they want to see, and filters with a name.

CREATE TABLE list_columns (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- As the program names the list: "books".
    list TEXT NOT NULL CHECK (length(list) > 0),
    -- The names of its columns in their order, with commas between them.
    columns TEXT NOT NULL,
    PRIMARY KEY (user_id, list)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_views (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The address of the list, and its query without "?".
    path TEXT NOT NULL CHECK (path GLOB '/*'),
    query TEXT NOT NULL CHECK (length(query) <= 4000),
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    name_key TEXT NOT NULL,
    -- Whether all admins see it.
    is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1)),
    created_at INTEGER NOT NULL,
    UNIQUE (user_id, path, name_key)
) STRICT;

CREATE INDEX saved_views_shared ON saved_views (path, name_key) WHERE is_shared = 1;
