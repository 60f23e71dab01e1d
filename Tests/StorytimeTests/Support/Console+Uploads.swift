import HTTP
import Server

@testable import Storytime

/// Forms with files, as a browser sends them.
extension Console {
    /// Posts a form as multipart/form-data. `isSpooled` has its content in a file, as a server keeps
    /// what is large.
    func postFile(
        _ target: String,
        _ fields: [(String, String)],
        file: (field: String, name: String, content: [UInt8])? = nil,
        isSpooled: Bool = false
    ) throws -> Answer {
        let files = file.map { [$0] } ?? []
        return try postFiles(target, fields, files: files, isSpooled: isSpooled)
    }

    /// The same with several files.
    func postFiles(
        _ target: String,
        _ fields: [(String, String)],
        files: [(field: String, name: String, content: [UInt8])],
        isSpooled: Bool = false
    ) throws -> Answer {
        let boundary = "----geckoformboundary1f2e3d"
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array("--\(boundary)\r\n".utf8)
            body += Array("Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
            body += Array("\(value)\r\n".utf8)
        }
        for file in files {
            let names = "name=\"\(file.field)\"; filename=\"\(file.name)\""
            body += Array("--\(boundary)\r\nContent-Disposition: form-data; \(names)\r\n".utf8)
            body +=
                Array("Content-Type: image/png\r\n\r\n".utf8) + file.content + Array("\r\n".utf8)
        }
        body += Array("--\(boundary)--\r\n".utf8)
        let type = [("Content-Type", "multipart/form-data; boundary=\(boundary)")]
        return try send(.post, target, type, body, isSpooled: isSpooled)
    }

    /// The same request, with its content in a file.
    func spooled(_ request: Request) throws -> Request {
        let file = try TemporaryFile(in: site.configuration.data)
        try file.append(request.body.memory ?? [])
        var request = request
        request.body = .file(try file.finish())
        return request
    }
}
