-- What a file of books says in another encoding than the rest of it, in words for admins.

ALTER TABLE imports ADD COLUMN encoding_note TEXT CHECK (length(encoding_note) <= 1000);

-- Whether nothing in the file said its encoding, and nobody has chosen one since.

ALTER TABLE imports ADD COLUMN encoding_guessed INTEGER NOT NULL DEFAULT 0 CHECK (encoding_guessed IN (0, 1));
