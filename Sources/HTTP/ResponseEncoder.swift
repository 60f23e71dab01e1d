/// Writes a response's head (RFC 9112 §4) and decides how its content is framed.
package struct ResponseEncoder: Sendable {
    /// The properties of the request that decide the form of its response.
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

    /// Appends the head to `output`. `date` is the result of `HTTPDate.format` for the current
    /// second.
    ///
    /// The application's own `Date`, `Content-Length`, `Transfer-Encoding` and `Connection` are
    /// left out, because the server decides these. `Connection: close` is obeyed.
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
        do {
            try append(response.headers, to: &output, &isKeepAlive)
        } catch {
            output.removeSubrange(start...)
            throw error
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

    private static func append(
        _ headers: Headers,
        to output: inout [UInt8],
        _ isKeepAlive: inout Bool
    ) throws(InvalidField) {
        if headers.isPrepared {
            output.append(contentsOf: headers.block)
            return
        }
        for field in headers.fields {
            try append(field.name, field.value, to: &output, &isKeepAlive)
        }
        // Fields of a request that became those of a response.
        guard !headers.index.isEmpty else { return }
        for (name, value) in headers { try append(name, value, to: &output, &isKeepAlive) }
    }

    private static func append(
        _ name: String,
        _ value: String,
        to output: inout [UInt8],
        _ isKeepAlive: inout Bool
    ) throws(InvalidField) {
        guard isServers(name) else {
            guard output.append(fieldLine: name, value) else { throw InvalidField(name: name) }
            return
        }
        if equalsIgnoringCase(name, "connection"), equalsIgnoringCase(value, "close") {
            isKeepAlive = false
        }
    }

    /// Fields that only the server writes.
    static func isServers(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: equalsIgnoringCase(name, "date")
        case 10: equalsIgnoringCase(name, "connection")
        case 14: equalsIgnoringCase(name, "content-length")
        case 17: equalsIgnoringCase(name, "transfer-encoding")
        default: false
        }
    }
}

/// A field whose name or value would change what the lines around it mean.
package struct InvalidField: Error, Equatable {
    package let name: String
}

extension [UInt8] {
    /// Appends `name: value` and a line end. False if either contains a forbidden byte (RFC 9110
    /// §5.5: CR, LF and NUL in a value would let its author write fields, or a whole response, of
    /// their own); the caller then removes what was appended.
    mutating func append(fieldLine name: String, _ value: String) -> Bool {
        guard append(name, madeOf: .token), !name.isEmpty else { return false }
        append(": ")
        guard append(value, madeOf: .fieldValue) else { return false }
        append("\r\n")
        return true
    }

    /// Appends text whose bytes are all in `set`; if one is not, appends nothing and returns
    /// false.
    private mutating func append(_ text: String, madeOf set: ByteSet) -> Bool {
        let isAppended = text.utf8.withContiguousStorageIfAvailable { bytes in
            guard bytes.allSatisfy(set.contains) else { return false }
            append(contentsOf: bytes)
            return true
        }
        // Swift's own strings are contiguous; a bridged one, which Linux does not have, would not be.
        return isAppended ?? false
    }

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
