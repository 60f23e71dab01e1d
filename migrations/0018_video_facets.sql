-- Lists of videos, and books by the video that they play.

-- A duration that sorts: those of unknown duration come before the shortest.
ALTER TABLE video_assets ADD COLUMN duration_key INTEGER NOT NULL
    GENERATED ALWAYS AS (coalesce(duration_seconds, -1)) VIRTUAL;

-- Each order of the list of videos, with what it can be filtered by behind it, so that a page with
-- filters passes over rows in the index alone, and counts there. The key stands in the order: no two
-- are at one place.
DROP INDEX video_assets_by_age;
DROP INDEX video_assets_by_duration;
DROP INDEX video_assets_by_status;
DROP INDEX video_assets_without_book;
CREATE INDEX video_assets_by_age
    ON video_assets (created_at, id, status, provider, has_captions, deleted_at)
    WHERE deleted_at IS NULL;
CREATE INDEX video_assets_by_duration
    ON video_assets (duration_key, id, status, provider, has_captions, created_at, deleted_at)
    WHERE deleted_at IS NULL;
CREATE INDEX video_assets_by_status
    ON video_assets (status, created_at, id, provider, has_captions, deleted_at)
    WHERE deleted_at IS NULL;
CREATE INDEX video_assets_without_book
    ON video_assets (created_at, id, status, provider, has_captions, book_id, deleted_at)
    WHERE book_id IS NULL AND deleted_at IS NULL;

-- What lists of books are filtered by, with how far their video is: qqmready, qqmpreparing (on its
-- way), qqmerrored, qqmnone; and qqmunready for all but the first.
DROP VIEW books_facets;
CREATE VIEW books_facets (book_id, facets) AS
SELECT b.id,
    'qqs' || b.status
    || ' qqp' || coalesce(b.publisher_id, 'none')
    -- "pt-BR" is found as Portuguese, too.
    || ' qql' || coalesce(lower(replace(b.language, '-', ''))
        || iif(instr(b.language, '-'),
            ' qql' || lower(substr(b.language, 1, instr(b.language, '-') - 1)), ''), 'none')
    || iif(b.cover_key IS NULL AND b.cover_url IS NULL, ' qqvno', ' qqvyes')
    || coalesce((SELECT CASE v.status WHEN 'ready' THEN ' qqmready'
            WHEN 'errored' THEN ' qqmunready qqmerrored'
            ELSE ' qqmunready qqmpreparing' END
        FROM video_assets AS v WHERE v.book_id = b.id AND v.is_current = 1), ' qqmunready qqmnone')
    || coalesce((SELECT ' ' || group_concat('qqc' || bc.category_id, ' ')
        FROM book_categories AS bc WHERE bc.book_id = b.id), ' qqcnone')
    || iif(b.age_min IS NULL AND b.age_max IS NULL, ' qqanone ', ' ')
    || substr('qqa00 qqa01 qqa02 qqa03 qqa04 qqa05 qqa06 qqa07 qqa08 qqa09 qqa10 qqa11 qqa12 qqa13 '
        || 'qqa14 qqa15 qqa16 qqa17 qqa18 ', 6 * coalesce(b.age_min, 0) + 1,
        6 * (coalesce(b.age_max, 18) - coalesce(b.age_min, 0) + 1))
FROM books AS b WHERE b.deleted_at IS NULL;

UPDATE books_search SET facets = (SELECT f.facets FROM books_facets AS f
    WHERE f.book_id = books_search.rowid);
