import Foundation

/// An RSA key that is made for this run of the tests, by the `openssl` program.
enum TestKeys {
    /// The private key as PEM of PKCS#1 and of PKCS#8.
    static let pair = Result {
        let folder = try TemporaryFolder()
        let path = folder.path + "/key.pem"
        try openssl("genrsa", "-traditional", "-out", path, "2048")
        let pkcs8 = try openssl("pkcs8", "-topk8", "-nocrypt", "-in", path)
        return (
            pkcs1: try String(contentsOfFile: path, encoding: .utf8),
            pkcs8: String(decoding: pkcs8, as: UTF8.self)
        )
    }

    /// Whether the signature is that of the message, by the other implementation's word.
    static func verifies(_ signature: [UInt8], of message: String) throws -> Bool {
        let folder = try TemporaryFolder()
        let path = folder.path
        try pair.get().pkcs1.write(toFile: path + "/key", atomically: true, encoding: .utf8)
        try Data(signature).write(to: URL(filePath: path + "/signature"))
        try Data(message.utf8).write(to: URL(filePath: path + "/message"))
        try openssl("rsa", "-in", path + "/key", "-pubout", "-out", path + "/public")
        let said = try openssl(
            "dgst",
            "-sha256",
            "-verify",
            path + "/public",
            "-signature",
            path + "/signature",
            path + "/message"
        )
        return String(decoding: said, as: UTF8.self).contains("Verified OK")
    }

    @discardableResult
    static func openssl(_ words: String...) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}
