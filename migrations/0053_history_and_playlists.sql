-- A place that is kept for the history and the playlists.
SELECT 1;
