-- What a file of books says in another encoding than the rest of it, in words for admins.

ALTER TABLE imports ADD COLUMN encoding_note TEXT CHECK (length(encoding_note) <= 1000);
