/// Writes JSON (RFC 8259) as bytes, member by member, without unnecessary spaces.
///
/// Commas follow from what comes before: a value needs one unless it is the first of its object or
/// list, or follows its name.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func null() { raw("null") }

    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

    mutating func integer(_ value: Int) { raw(String(value)) }

    mutating func text(_ value: String) {
        separate()
        JSONText.append(value, to: &bytes)
    }

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    mutating func list(_ values: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "["))
        values(&self)
        bytes.append(UInt8(ascii: "]"))
    }

    /// The name of a member, before its value.
    mutating func name(_ name: String) {
        text(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// A member that is a text.
    mutating func member(_ name: String, _ value: String) {
        self.name(name)
        text(value)
    }

    /// A value that is already JSON.
    mutating func verbatim(_ json: String) { raw(json) }

    private mutating func raw(_ value: String) {
        separate()
        bytes += value.utf8
    }

    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }
}
