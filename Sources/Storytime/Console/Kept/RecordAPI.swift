/// The API of records of one kind: programs send the fields of the form that people fill in, and get
/// the record.
///
/// A feature lists the operations and describes them.
protocol RecordAPI: SendableMetatype {
    associatedtype Pages: RecordPages
    where Pages.Form: ProgramForm, Pages.Form.Kept: NamedRecord

    /// The path of all of them.
    static var path: String { get }
}

extension RecordAPI {
    typealias Form = Pages.Form
    typealias Kept = Form.Kept

    static func show(_ visit: Visit, _ id: ID<Kept>) throws -> Details<Kept> {
        Details(record: try Pages.store(visit).find(id))
    }

    static func create(_ visit: Visit, _ sent: Sent<NewRecord<Form>>) throws -> Created<Kept> {
        let members = try sent.read().members
        let record = try save(try Pages.form(visit, of: nil), members, members.fields()) {
            try Pages.store(visit).insert($0, by: visit.actor)
        }
        return Created(record: record, location: "\(path)/\(record.id)")
    }

    static func update(
        _ visit: Visit,
        _ sent: Sent<ChangedRecord<Form>>,
        _ id: ID<Kept>
    ) throws -> Details<Kept> {
        let record = try Pages.store(visit).find(id)
        let members = try sent.read().members
        try visit.expectMatch(Details(record: record))
        let fields = members.fields(over: Form.pairs(record))
        let saved = try save(try Pages.form(visit, of: record), members, fields) {
            try Pages.store(visit).update(id, version: record.version, $0, by: visit.actor)
        }
        return Details(record: saved)
    }

    /// Has a store accept what was sent; if it refuses, says which member is wrong.
    private static func save(
        _ form: Form,
        _ members: SentMembers,
        _ fields: Fields,
        _ store: (Kept.Draft) throws -> Kept
    ) throws -> Kept {
        var form = form.reading(fields)
        guard let draft = form.draft else { throw members.refusal(form.errors) }
        do {
            return try store(draft)
        } catch RecordRefusal<Kept>.changedMeanwhile {
            throw APIFailure.changedMeanwhile
        } catch RecordRefusal<Kept>.taken(let column) {
            form.rejectTaken(column)
            throw members.refusal(form.errors)
        }
    }
}

extension RecordAPI where Pages.Store: NamedStore<Pages.Form.Kept> {
    static func list(_ visit: Visit, _ sent: Sent<NamedListQuery<Pages.Store.Order>>) throws
        -> ListPage<Kept>
    {
        let (query, store) = (try sent.read(), Pages.store(visit))
        return ListPage(
            records: try store.list(
                query.address.words,
                in: query.address.order,
                limit: query.page.perPage,
                offset: query.page.offset
            ),
            query: query.page,
            total: try store.count(query.address.words)
        )
    }
}
