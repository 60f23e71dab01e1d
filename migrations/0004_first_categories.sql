-- The eight categories that every library starts with. A migration runs once, so one that an admin
-- deletes does not come back.
INSERT INTO categories (name, name_key, slug, display_order, icon_name, created_at, updated_at)
VALUES
    ('Bedtime Stories', 'bedtime stories', 'bedtime-stories', 1, 'moon.stars', unixepoch(), unixepoch()),
    ('Adventure', 'adventure', 'adventure', 2, 'map', unixepoch(), unixepoch()),
    ('Animals & Nature', 'animals & nature', 'animals-nature', 3, 'pawprint', unixepoch(), unixepoch()),
    ('Fairy Tales', 'fairy tales', 'fairy-tales', 4, 'wand.and.stars', unixepoch(), unixepoch()),
    ('Learning & ABCs', 'learning & abcs', 'learning-abcs', 5, 'textformat.abc', unixepoch(), unixepoch()),
    ('Rhymes & Songs', 'rhymes & songs', 'rhymes-songs', 6, 'music.note', unixepoch(), unixepoch()),
    ('Family & Friends', 'family & friends', 'family-friends', 7, 'person.2', unixepoch(), unixepoch()),
    ('Holidays & Seasons', 'holidays & seasons', 'holidays-seasons', 8, 'snowflake', unixepoch(), unixepoch());
