import Glibc

/// Lines for whoever started the program.
enum Console {
    static func say(_ line: String) {
        write(line, to: STDOUT_FILENO)
    }

    static func complain(_ line: String) {
        write(line, to: STDERR_FILENO)
    }

    private static func write(_ line: String, to descriptor: Int32) {
        var text = line + "\n"
        text.withUTF8 { bytes in
            // A reader who has gone away is nobody to tell about it.
            _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        }
    }
}
