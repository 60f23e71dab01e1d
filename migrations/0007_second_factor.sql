-- The number is kept for the second factor; its own file takes the place of this one.
SELECT 1;
