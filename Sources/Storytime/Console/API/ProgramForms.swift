/// A form that programs can fill in as well as people: its fields as members of JSON.
protocol ProgramForm: SendableMetatype {
    static var members: [FormMember] { get }
    /// The meanings of the members, by name.
    static var meanings: [String: String] { get }
    /// An example that is accepted, as JSON.
    static var example: String { get }
    /// A change that is accepted: of one member, which shows that the others stay.
    static var change: String { get }
}

/// What a program sends to add the record of that form.
struct NewRecord<Form: ProgramForm>: JSONContent {
    let members: SentMembers

    init?(_ fields: inout JSONFields) {
        members = SentMembers(new: Form.members, &fields)
    }

    static var meanings: [String: String] { Form.meanings }
    static var example: String { Form.example }
}

/// What a program sends to change a record: the members to change.
struct ChangedRecord<Form: ProgramForm>: JSONContent {
    let members: SentMembers

    init?(_ fields: inout JSONFields) {
        members = SentMembers(changed: Form.members, &fields)
    }

    static var meanings: [String: String] { Form.meanings }
    static var example: String { Form.change }
}
