-- A number for each day that is another one after each change of what everybody watched on it:
-- what the program read of a day, and keeps in memory, holds as long as it stands. Drawn, not
-- counted, so that no number comes back after a transaction that was undone.
CREATE TABLE usage_stamps (
    day TEXT PRIMARY KEY NOT NULL,
    stamp INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO usage_stamps (day, stamp)
SELECT day, random() FROM (SELECT DISTINCT day FROM usage_books);

CREATE TRIGGER usage_books_added_stamp AFTER INSERT ON usage_books BEGIN
    INSERT INTO usage_stamps (day, stamp) VALUES (new.day, random())
    ON CONFLICT (day) DO UPDATE SET stamp = excluded.stamp;
END;

CREATE TRIGGER usage_books_changed_stamp AFTER UPDATE ON usage_books BEGIN
    UPDATE usage_stamps SET stamp = random() WHERE day IN (old.day, new.day);
END;

CREATE TRIGGER usage_books_removed_stamp AFTER DELETE ON usage_books BEGIN
    UPDATE usage_stamps SET stamp = random() WHERE day = old.day;
END;

CREATE TRIGGER usage_families_added_stamp AFTER INSERT ON usage_families BEGIN
    INSERT INTO usage_stamps (day, stamp) VALUES (new.day, random())
    ON CONFLICT (day) DO UPDATE SET stamp = excluded.stamp;
END;

CREATE TRIGGER usage_families_changed_stamp AFTER UPDATE ON usage_families BEGIN
    UPDATE usage_stamps SET stamp = random() WHERE day IN (old.day, new.day);
END;

CREATE TRIGGER usage_families_removed_stamp AFTER DELETE ON usage_families BEGIN
    UPDATE usage_stamps SET stamp = random() WHERE day = old.day;
END;
