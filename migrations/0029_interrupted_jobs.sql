-- What a job that the program's end interrupts again and again has to show for it: one that gets further
-- each time is not given up.

-- The furthest that an interrupted attempt got, in percent.
ALTER TABLE jobs ADD COLUMN furthest INTEGER NOT NULL DEFAULT 0 CHECK (furthest BETWEEN 0 AND 100);
-- Attempts that were interrupted further on than all before them. They don't count towards failing.
ALTER TABLE jobs ADD COLUMN forgiven INTEGER NOT NULL DEFAULT 0 CHECK (forgiven >= 0);
