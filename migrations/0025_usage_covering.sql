-- A child's report reads how each of its plays went. With all of that in the index it reads a few
-- pages in a row; without it, it looked each play up in the table, where those of one child lie
-- apart because all children watch at the same time.
DROP INDEX viewings_by_day;
CREATE INDEX viewings_by_day ON viewings (child_id, day, started_at, id, book_id, watched_ms,
    stopped_position_seconds, is_finished, is_left_out);

-- The file of what everybody watched goes through viewings by day and number: as they came, and so as
-- they and their events lie in their tables.
CREATE INDEX viewings_over_all ON viewings (day);

-- From its index alone are read, too, the books of a library that wait to be opened, the oldest first.
DROP INDEX library_items_by_age;
CREATE INDEX library_items_by_age ON library_items (child_id, added_at, id, book_id);
