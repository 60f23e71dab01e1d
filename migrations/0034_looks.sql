-- How the console looks to each person: their theme, and how closely lists are set.
ALTER TABLE users ADD COLUMN theme TEXT NOT NULL DEFAULT 'system'
    CHECK (theme IN ('system', 'light', 'dark'));
ALTER TABLE users ADD COLUMN density TEXT NOT NULL DEFAULT 'compact'
    CHECK (density IN ('compact', 'comfortable'));
