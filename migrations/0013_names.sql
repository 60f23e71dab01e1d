-- What is found by the words of its name, whatever it is: categories, publishers, people, and what
-- comes later. Books have an index of their own, with filters in it.
--
-- `kind` holds two words: the kind ("publisher"), which a search asks for, and the record
-- ("publisher7"), by which its row is replaced. The application writes it together with the record
-- (trusted_schema=OFF keeps FTS5 tables out of triggers' reach).
CREATE VIRTUAL TABLE names_search USING fts5 (words, kind, record_id UNINDEXED, prefix = '2 3');

INSERT INTO names_search (words, kind, record_id)
SELECT name_key, 'category category' || id, id FROM categories;
INSERT INTO names_search (words, kind, record_id)
SELECT name_key, 'publisher publisher' || id, id FROM publishers;
-- A person's name has no folded twin. The tokenizer folds case and accents; what it leaves (ß, æ, ø,
-- ł) is folded when the person is saved next.
INSERT INTO names_search (words, kind, record_id)
SELECT name || ' ' || email_key, 'user user' || id, id FROM users;
