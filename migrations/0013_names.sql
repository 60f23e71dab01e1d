-- What is found by the words of its name, whatever it is: categories, publishers, people, and what
-- comes later. Books have an index of their own, with filters in it.
--
-- `kind` holds two words: the kind ("publisher"), which a search asks for, and the record
-- ("publisher7"), by which its row is replaced. The application writes it together with the record
-- (trusted_schema=OFF keeps FTS5 tables out of triggers' reach).
CREATE VIRTUAL TABLE names_search USING fts5 (words, kind, record_id UNINDEXED, prefix = '1 2 3');

INSERT INTO names_search (words, kind, record_id)
SELECT name_key, 'category category' || id, id FROM categories;
INSERT INTO names_search (words, kind, record_id)
SELECT name_key, 'publisher publisher' || id, id FROM publishers;
-- A person's name has no folded twin. The tokenizer folds case and accents; what it leaves (ß, æ, ø,
-- ł) is folded when the person is saved next.
INSERT INTO names_search (words, kind, record_id)
SELECT name || ' ' || email_key, 'user user' || id, id FROM users;

-- Books are searched while their first letter is typed, too. Without an index of it, the lists of all
-- words with that letter are merged: 8 ms over 100,000 books, where one list takes 4. An index of
-- three letters would save less than it costs: words are merged in time there, and every book that
-- is written anew is written into each of these indexes (0.3 s of 1.5 for 100,000 books).
ALTER TABLE books_search RENAME TO books_search_before;
CREATE VIRTUAL TABLE books_search USING fts5 (
    title_key, author_key, description_key, facets, prefix = '1 2'
);
-- Merged when there are eight segments of a size, not four: writing 100,000 books anew takes 0.2 s less,
-- and searching among them no longer (sqlite.org/fts5.html, 6.1).
INSERT INTO books_search (books_search, rank) VALUES ('automerge', 8);
INSERT INTO books_search (rowid, title_key, author_key, description_key, facets)
SELECT rowid, title_key, author_key, description_key, facets FROM books_search_before;
DROP TABLE books_search_before;
