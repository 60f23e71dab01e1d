-- What was removed can come back for a day, but not without limits: beyond a hundred of each, the oldest go at once.

CREATE INDEX playlists_removed_of_user ON playlists (user_id, removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX web_videos_removed_of_family ON web_videos (family_id, removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX family_captions_removed_of_family ON family_captions (family_id, removed_at)
    WHERE removed_at IS NOT NULL;

-- Of the answers to requests that programs may repeat, the latest thousand of each user are kept.

CREATE INDEX idempotency_keys_by_user ON idempotency_keys (user_id, created_at);
