-- Whether the file that was uploaded moves, or has a film beside its picture: only the picture is kept.

ALTER TABLE photos ADD COLUMN has_film INTEGER NOT NULL DEFAULT 0 CHECK (has_film IN (0, 1));
