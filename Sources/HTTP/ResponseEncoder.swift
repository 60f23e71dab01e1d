/// Writes a response's head (RFC 9112 §4) and decides how its content is framed.
package struct ResponseEncoder: Sendable {
    /// What of the request decides the form of its response.
    package struct Context: Sendable {
        /// RFC 9110 §9.3.2: the same fields as for GET, no content.
        package var isHead: Bool
        package var minorVersion: Int
        package var isKeepAlive: Bool

        package init(isHead: Bool, minorVersion: Int, isKeepAlive: Bool) {
            self.isHead = isHead
            self.minorVersion = minorVersion
            self.isKeepAlive = isKeepAlive
        }
    }

    /// How the content follows the head.
    package enum Framing: Sendable, Equatable {
        /// Nothing follows.
        case none
        /// As many bytes as the head says.
        case length
        /// The chunked coding.
        case chunked
        /// Everything until the connection ends, for HTTP/1.0.
        case untilClose
    }

    package struct Outcome: Sendable, Equatable {
        package let framing: Framing
        package let isKeepAlive: Bool
    }

    /// A name or value that would change what the lines mean. Nothing has been written then.
    package struct InvalidField: Error, Equatable {
        package let name: String
    }

    /// Appends the head to `output`. `date` is what `HTTPDate.format` made of the present second.
    ///
    /// The application's own `Date`, `Content-Length`, `Transfer-Encoding` and `Connection` are left
    /// out: they are the server's to say. `Connection: close` is obeyed.
    package static func encode(
        _ response: Response,
        _ context: Context,
        date: [UInt8],
        into output: inout [UInt8]
    ) throws(InvalidField) -> Outcome {
        let start = output.count
        var isKeepAlive = context.isKeepAlive
        appendStatusLine(response.status, to: &output)
        output.append("Date: ")
        output.append(contentsOf: date)
        output.append("\r\n")
        for field in response.headers.fields {
            if isServers(field.name) {
                if isClose(field) { isKeepAlive = false }
                continue
            }
            guard append(field, to: &output) else {
                output.removeSubrange(start...)
                throw InvalidField(name: field.name)
            }
        }
        let framing = framing(response, context, &isKeepAlive, &output)
        if !isKeepAlive {
            output.append("Connection: close\r\n")
        } else if context.minorVersion == 0 {
            output.append("Connection: keep-alive\r\n")
        }
        output.append("\r\n")
        return Outcome(framing: framing, isKeepAlive: isKeepAlive)
    }

    /// RFC 9110 §8.6: no `Content-Length` in a 204; in a 304 it may be left out, and is.
    private static func framing(
        _ response: Response,
        _ context: Context,
        _ isKeepAlive: inout Bool,
        _ output: inout [UInt8]
    ) -> Framing {
        guard !response.status.hasNoContent else { return .none }
        if let length = response.body.length {
            output.append("Content-Length: ")
            output.append(decimal: length)
            output.append("\r\n")
            return context.isHead || length == 0 ? .none : .length
        }
        if context.minorVersion > 0 {
            output.append("Transfer-Encoding: chunked\r\n")
            return context.isHead ? .none : .chunked
        }
        guard !context.isHead else { return .none }
        isKeepAlive = false
        return .untilClose
    }

    private static func appendStatusLine(_ status: Status, to output: inout [UInt8]) {
        if status == .ok {
            output.append("HTTP/1.1 200 OK\r\n")
            return
        }
        output.append("HTTP/1.1 ")
        output.append(decimal: status.code)
        output.append(" ")
        output.append(contentsOf: status.reasonPhrase.utf8)
        output.append("\r\n")
    }

    /// Fields that the server alone writes.
    private static func isServers(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: equalsIgnoringCase(name, "date")
        case 10: equalsIgnoringCase(name, "connection")
        case 14: equalsIgnoringCase(name, "content-length")
        case 17: equalsIgnoringCase(name, "transfer-encoding")
        default: false
        }
    }

    private static func isClose(_ field: Headers.Field) -> Bool {
        equalsIgnoringCase(field.name, "connection") && equalsIgnoringCase(field.value, "close")
    }

    /// Appends `name: value`; false if either holds what it must not (RFC 9110 §5.5: CR, LF and NUL in
    /// a value would let whoever chose it write fields, or a whole response, of their own).
    private static func append(_ field: Headers.Field, to output: inout [UInt8]) -> Bool {
        guard !field.name.isEmpty, field.name.utf8.allSatisfy(ByteSet.token.contains),
            field.value.utf8.allSatisfy(ByteSet.fieldValue.contains)
        else { return false }
        output.append(contentsOf: field.name.utf8)
        output.append(": ")
        output.append(contentsOf: field.value.utf8)
        output.append("\r\n")
        return true
    }
}

extension [UInt8] {
    /// Appends a literal without making a string of it.
    package mutating func append(_ literal: StaticString) {
        append(
            contentsOf: UnsafeBufferPointer(
                start: literal.utf8Start,
                count: literal.utf8CodeUnitCount
            )
        )
    }

    /// Appends a number's digits without making a string of them. Negative numbers do not occur.
    package mutating func append(decimal number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(0x30 + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends a chunk's size line (RFC 9112 §7.1) for content of `size` bytes.
    package mutating func append(chunkSize size: Int) {
        append(contentsOf: String(size, radix: 16).utf8)
        append("\r\n")
    }
}
