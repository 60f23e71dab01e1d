import SQLite

/// Where the traces of a family or a child are, besides the records themselves: as queries for
/// keys, each part of which has an index.
extension ArchiveSubject {
    /// The keys of the children, without those who are being erased.
    var children: SQL {
        switch self {
        case .family(let family):
            """
            SELECT id FROM children WHERE family_id = \(family.value) AND erased_at IS NULL
            """
        case .child(let child, let family):
            """
            SELECT id FROM children WHERE id = \(child.value) AND family_id = \(family.value)
                AND erased_at IS NULL
            """
        }
    }

    var childrenInOrder: SQL { "\(sql: children) ORDER BY id" }

    /// The keys of the parents; none for a child alone.
    var parents: SQL {
        switch self {
        case .family(let family): "SELECT id FROM users WHERE family_id = \(family.value)"
        case .child: "SELECT id FROM users WHERE 0"
        }
    }

    /// The entries of the audit log about them.
    ///
    /// An existing child may have belonged to another family, so their entries are found by the
    /// child; the entries of a child who no longer exists only by the family. Invitations from
    /// before someone belonged to a family only have a name, so all with a name that they had are
    /// included.
    var entriesAbout: SQL {
        switch self {
        case .child: entriesAbout(children)
        case .family:
            "\(sql: entriesAbout(children)) UNION SELECT id FROM (\(sql: invitations)) AS i"
        }
    }

    /// The same while they are being erased. The names that parents have are gone by then: see `invitations`.
    var erasedEntriesAbout: SQL {
        switch self {
        case .child: entriesAbout(children)
        case .family(let family):
            entriesAbout("SELECT id FROM children WHERE family_id = \(family.value)")
        }
    }

    private func entriesAbout(_ children: SQL) -> SQL {
        switch self {
        case .child(let child, _):
            """
            SELECT id FROM audit_entries
            WHERE record_type = 'child' AND record_id = \(child.value)
            """
        case .family(let family):
            """
            SELECT id FROM audit_entries WHERE family_id = \(family.value)
            UNION SELECT id FROM audit_entries
            WHERE record_type = 'user' AND record_id IN (\(sql: parents))
            UNION SELECT id FROM audit_entries
            WHERE record_type = 'child' AND record_id IN (\(sql: children)
                UNION SELECT a.record_id FROM audit_entries AS a
                WHERE a.family_id = \(family.value) AND a.record_type = 'child'
                    AND NOT EXISTS (SELECT 1 FROM children AS c WHERE c.id = a.record_id))
            UNION SELECT id FROM audit_entries
            WHERE record_type = 'invitation' AND record_label IN (
                SELECT actor_name FROM audit_entries WHERE actor_id IN (\(sql: parents))
                UNION SELECT c.value ->> 'to' FROM audit_entries AS a, json_each(a.changes) AS c
                WHERE a.record_type = 'user' AND a.record_id IN (\(sql: parents))
                    AND c.value ->> 'field' = 'invited_as')
            """
        }
    }

    /// The entries about invitations of those who are parents of the family, by the names that they have.
    var invitations: SQL {
        """
        SELECT id FROM audit_entries WHERE record_type = 'invitation' AND record_label IN (
            SELECT name FROM users WHERE id IN (\(sql: parents)))
        """
    }

    /// The entries that one of the parents may read: what happened in the family, and to their own
    /// account. What they did in an earlier family is that family's.
    func entries(for reader: ID<User>) -> SQL {
        switch self {
        case .child(let child, let family):
            """
            SELECT id FROM audit_entries
            WHERE record_type = 'child' AND record_id = \(child.value)
                AND family_id = \(family.value)
            """
        case .family(let family):
            """
            SELECT id FROM audit_entries
            WHERE \(sql: AuditFilter(family: family.value, reader: reader.value).condition)
            UNION SELECT id FROM audit_entries
            WHERE record_type = 'user' AND record_id = \(reader.value)
            """
        }
    }

    /// The entries about what they did.
    var entriesBy: SQL {
        "SELECT id FROM audit_entries WHERE actor_id IN (\(sql: parents))"
    }
}
