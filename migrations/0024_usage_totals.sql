-- What everybody watched of a book and what a family watched on a day: reports over all read these
-- instead of adding up the days of each child. All of it follows `daily_usage` by triggers, whoever
-- changes that, in the same transaction.
CREATE TABLE usage_books (
    day TEXT NOT NULL,
    book_id INTEGER NOT NULL,
    length_class INTEGER NOT NULL CHECK (length_class BETWEEN 0 AND 4),
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    plays INTEGER NOT NULL CHECK (plays >= 0),
    completions INTEGER NOT NULL CHECK (completions BETWEEN 0 AND plays),
    PRIMARY KEY (day, book_id, length_class)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_families (
    day TEXT NOT NULL,
    family_id INTEGER NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    length_class INTEGER NOT NULL CHECK (length_class BETWEEN 0 AND 4),
    watched_ms INTEGER NOT NULL CHECK (watched_ms >= 0),
    plays INTEGER NOT NULL CHECK (plays >= 0),
    completions INTEGER NOT NULL CHECK (completions BETWEEN 0 AND plays),
    PRIMARY KEY (day, family_id, length_class)
) STRICT, WITHOUT ROWID;

-- For the foreign key: a family that is erased leaves nothing.
CREATE INDEX usage_families_by_family ON usage_families (family_id);

INSERT INTO usage_books (day, book_id, length_class, watched_ms, plays, completions)
SELECT day, book_id, length_class, sum(watched_ms), sum(plays), sum(completions)
FROM daily_usage GROUP BY day, book_id, length_class;

INSERT INTO usage_families (day, family_id, length_class, watched_ms, plays, completions)
SELECT u.day, k.family_id, u.length_class, sum(u.watched_ms), sum(u.plays), sum(u.completions)
FROM daily_usage AS u JOIN children AS k ON k.id = u.child_id
GROUP BY u.day, k.family_id, u.length_class;

-- Only reports over all read it, and it had a row for each child's book and day.
DROP INDEX daily_usage_by_day;

CREATE TRIGGER daily_usage_totals_in AFTER INSERT ON daily_usage BEGIN
    INSERT INTO usage_books (day, book_id, length_class, watched_ms, plays, completions)
    VALUES (new.day, new.book_id, new.length_class, new.watched_ms, new.plays, new.completions)
    ON CONFLICT (day, book_id, length_class) DO UPDATE SET
        watched_ms = watched_ms + excluded.watched_ms, plays = plays + excluded.plays,
        completions = completions + excluded.completions;
    INSERT INTO usage_families (day, family_id, length_class, watched_ms, plays, completions)
    SELECT new.day, family_id, new.length_class, new.watched_ms, new.plays, new.completions
    FROM children WHERE id = new.child_id
    ON CONFLICT (day, family_id, length_class) DO UPDATE SET
        watched_ms = watched_ms + excluded.watched_ms, plays = plays + excluded.plays,
        completions = completions + excluded.completions;
END;

CREATE TRIGGER daily_usage_totals_anew AFTER UPDATE ON daily_usage BEGIN
    UPDATE usage_books SET watched_ms = watched_ms + new.watched_ms - old.watched_ms,
        plays = plays + new.plays - old.plays,
        completions = completions + new.completions - old.completions
    WHERE day = new.day AND book_id = new.book_id AND length_class = new.length_class;
    UPDATE usage_families SET watched_ms = watched_ms + new.watched_ms - old.watched_ms,
        plays = plays + new.plays - old.plays,
        completions = completions + new.completions - old.completions
    WHERE day = new.day AND length_class = new.length_class
        AND family_id = (SELECT family_id FROM children WHERE id = new.child_id);
END;

-- Of a child that is being removed the family is not known here any more: `children_totals_out` has
-- taken its share out before.
CREATE TRIGGER daily_usage_totals_out AFTER DELETE ON daily_usage BEGIN
    UPDATE usage_books SET watched_ms = watched_ms - old.watched_ms, plays = plays - old.plays,
        completions = completions - old.completions
    WHERE day = old.day AND book_id = old.book_id AND length_class = old.length_class;
    DELETE FROM usage_books WHERE day = old.day AND book_id = old.book_id
        AND length_class = old.length_class AND watched_ms = 0 AND plays = 0;
    UPDATE usage_families SET watched_ms = watched_ms - old.watched_ms,
        plays = plays - old.plays, completions = completions - old.completions
    WHERE day = old.day AND length_class = old.length_class
        AND family_id = (SELECT family_id FROM children WHERE id = old.child_id);
    DELETE FROM usage_families WHERE day = old.day AND length_class = old.length_class
        AND family_id = (SELECT family_id FROM children WHERE id = old.child_id)
        AND watched_ms = 0 AND plays = 0;
END;

CREATE TRIGGER children_totals_out BEFORE DELETE ON children BEGIN
    UPDATE usage_families SET watched_ms = usage_families.watched_ms - u.watched_ms,
        plays = usage_families.plays - u.plays,
        completions = usage_families.completions - u.completions
    FROM (SELECT day, length_class, sum(watched_ms) AS watched_ms, sum(plays) AS plays,
            sum(completions) AS completions
        FROM daily_usage WHERE child_id = old.id GROUP BY day, length_class) AS u
    WHERE family_id = old.family_id AND usage_families.day = u.day
        AND usage_families.length_class = u.length_class;
    DELETE FROM usage_families
    WHERE family_id = old.family_id AND watched_ms = 0 AND plays = 0;
END;

-- A child that moves takes along what it has watched.
CREATE TRIGGER children_totals_moved AFTER UPDATE OF family_id ON children
WHEN new.family_id IS NOT old.family_id BEGIN
    UPDATE usage_families SET watched_ms = usage_families.watched_ms - u.watched_ms,
        plays = usage_families.plays - u.plays,
        completions = usage_families.completions - u.completions
    FROM (SELECT day, length_class, sum(watched_ms) AS watched_ms, sum(plays) AS plays,
            sum(completions) AS completions
        FROM daily_usage WHERE child_id = old.id GROUP BY day, length_class) AS u
    WHERE family_id = old.family_id AND usage_families.day = u.day
        AND usage_families.length_class = u.length_class;
    DELETE FROM usage_families
    WHERE family_id = old.family_id AND watched_ms = 0 AND plays = 0;
    INSERT INTO usage_families (day, family_id, length_class, watched_ms, plays, completions)
    SELECT day, new.family_id, length_class, sum(watched_ms), sum(plays), sum(completions)
    FROM daily_usage WHERE child_id = new.id GROUP BY day, length_class
    ON CONFLICT (day, family_id, length_class) DO UPDATE SET
        watched_ms = watched_ms + excluded.watched_ms, plays = plays + excluded.plays,
        completions = completions + excluded.completions;
END;
