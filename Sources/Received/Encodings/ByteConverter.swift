import Glibc

/// The C library’s `iconv` between an encoding and UTF-8.
final class ByteConverter {
    private let converter: iconv_t

    /// From the encoding to UTF-8. nil if the system doesn’t have it.
    init?(_ encoding: TextEncoding) {
        guard let converter = Self.open("UTF-8", encoding.iconvName) else { return nil }
        self.converter = converter
    }

    /// From UTF-8 to the encoding.
    init?(to encoding: TextEncoding) {
        guard let converter = Self.open(encoding.iconvName, "UTF-8") else { return nil }
        self.converter = converter
    }

    private static func open(_ to: String, _ from: String) -> iconv_t? {
        // The empty name would be the system’s own encoding.
        guard !to.isEmpty, !from.isEmpty else { return nil }
        let converter = iconv_open(to, from)
        return converter == iconv_t(bitPattern: -1) ? nil : converter
    }

    deinit {
        iconv_close(converter)
    }

    /// Appends these bytes in UTF-8, and where in the text each of those stands that means nothing and became
    /// U+FFFD.
    func convert(
        _ bytes: UnsafeBufferPointer<UInt8>,
        into text: inout [UInt8],
        faults: inout [Int]
    ) {
        var output = [CChar](repeating: 0, count: min(1 << 16, 64 + 4 * bytes.count))
        bytes.withMemoryRebound(to: CChar.self) { bytes in
            var from = UnsafeMutablePointer(mutating: bytes.baseAddress)
            var left = bytes.count
            while left > 0 {
                let status = step(&from, &left, &output, into: &text)
                guard status != 0, status != E2BIG else { continue }
                faults.append(text.count)
                text.append(contentsOf: [0xEF, 0xBF, 0xBD])
                // The others may be characters by themselves, and a line end is one.
                from = from.map { $0 + 1 }
                left -= 1
            }
            // Some encodings keep a letter back, for the mark that may follow.
            from = nil
            _ = step(&from, &left, &output, into: &text)
        }
    }

    /// Text in UTF-8 in the encoding; what it has no character for becomes a question mark.
    func encode(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var output = [CChar](repeating: 0, count: min(1 << 16, 64 + 4 * text.count))
        text.withUnsafeBytes { bytes in
            let bytes = bytes.bindMemory(to: CChar.self)
            var from = UnsafeMutablePointer(mutating: bytes.baseAddress)
            var left = bytes.count
            while left > 0 {
                let status = step(&from, &left, &output, into: &result)
                guard status != 0, status != E2BIG else { continue }
                result.append(UInt8(ascii: "?"))
                // The whole character.
                repeat {
                    from = from.map { $0 + 1 }
                    left -= 1
                } while left > 0
                    && from.map { UInt8(bitPattern: $0.pointee) & 0xC0 == 0x80 } == true
            }
            from = nil
            _ = step(&from, &left, &output, into: &result)
        }
        return result
    }

    private func step(
        _ from: inout UnsafeMutablePointer<CChar>?,
        _ left: inout Int,
        _ output: inout [CChar],
        into text: inout [UInt8]
    ) -> Int32 {
        output.withUnsafeMutableBufferPointer { output in
            var to = output.baseAddress
            var room = output.count
            let status = iconv(converter, &from, &left, &to, &room)
            let error = errno
            text.append(
                contentsOf: output[..<(output.count - room)].lazy.map { UInt8(bitPattern: $0) }
            )
            return status == -1 ? error : 0
        }
    }
}
