-- One word for one thing: what was added is "created" for every kind of record, so that the audit log's
-- filter has one choice for it.
UPDATE audit_entries SET action = 'created' WHERE action = 'added';
