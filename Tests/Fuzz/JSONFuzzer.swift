// Compiled by script/tools/fuzz together with the reader of JSON, as one module with libFuzzer.

/// One input: what a program sends. Traps if white space around it makes another value of it, or if a value
/// that is written again is read as another; whatever traps by itself is found too.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let value = try? JSONValue(bytes)
    precondition((try? JSONValue([0x20] + bytes + [0x0A])) == value, "white space says something")
    guard let value else { return 0 }
    precondition((try? JSONValue(Array(written(value).utf8))) == value, "it comes back as another")
    return 0
}

private func written(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .number(let text): text
    case .text(let text): JSONText.quoted(text)
    case .list(let values): "[" + values.map(written).joined(separator: ",") + "]"
    case .object(let members):
        "{"
            + members.map { JSONText.quoted($0.key) + ":" + written($0.value) }
            .joined(separator: ",") + "}"
    }
}
