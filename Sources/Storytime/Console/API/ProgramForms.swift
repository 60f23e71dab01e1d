/// A form that programs fill in as well as people do: its fields as members of JSON.
protocol ProgramForm: SendableMetatype {
    static var members: [FormMember] { get }
    /// What they mean, by their names.
    static var meanings: [String: String] { get }
    /// One that is taken, as JSON.
    static var example: String { get }
    /// A change that is taken: of one member, so that it shows that the others stay.
    static var change: String { get }
}

/// What a program sends to add what people add with that form.
struct NewRecord<Form: ProgramForm>: JSONContent {
    let members: SentMembers

    init?(_ fields: inout JSONFields) {
        members = SentMembers(new: Form.members, &fields)
    }

    static var meanings: [String: String] { Form.meanings }
    static var example: String { Form.example }
}

/// What a program sends to change it: the members that shall become others.
struct ChangedRecord<Form: ProgramForm>: JSONContent {
    let members: SentMembers

    init?(_ fields: inout JSONFields) {
        members = SentMembers(changed: Form.members, &fields)
    }

    static var meanings: [String: String] { Form.meanings }
    static var example: String { Form.change }
}
