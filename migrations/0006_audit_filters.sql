-- The audit log's filters: whatever is asked for, a page of it is read from an index in the order of
-- time, the newest first. An index ends with the row's id, so entries of one second are in order, too.
CREATE INDEX audit_entries_by_time ON audit_entries (at);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, at);
CREATE INDEX audit_entries_by_action ON audit_entries (action, at);
CREATE INDEX audit_entries_by_type ON audit_entries (record_type, at);

-- The history of one record, in the same order.
DROP INDEX audit_entries_by_record;
CREATE INDEX audit_entries_by_record ON audit_entries (record_type, record_id, at);
