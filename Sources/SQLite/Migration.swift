import Received
import Glibc

/// One step of the schema: a numbered SQL file, `0003_add_rights.sql`.
package struct Migration: Equatable, Sendable {
    package let number: Int
    /// The file's name.
    package let name: String
    package let text: String

    /// Nil if the name does not begin with a number from 1 on and an underscore.
    package init?(name: String, text: String) {
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        guard let number = ReceivedNumber.integer(digits), number > 0,
            name.dropFirst(digits.count).first == "_",
            name.hasSuffix(".sql")
        else { return nil }
        self.number = number
        self.name = name
        self.text = text
    }
}

extension Migration {
    /// The migrations in a folder, in order. The folder contains nothing else but `schema.sql`.
    static func all(in directory: String) throws -> [Migration] {
        var migrations: [Migration] = []
        for name in try Files.names(in: directory)
        where name.hasSuffix(".sql") && name != "schema.sql" {
            let text = try Files.text(of: "\(directory)/\(name)")
            guard let migration = Migration(name: name, text: text) else {
                throw MigrationError.badName(name)
            }
            migrations.append(migration)
        }
        return migrations
    }
}

/// Why a database was not brought to the program's schema. It stays as it was, except for the
/// migrations before the one that failed.
package enum MigrationError: Error, Equatable, CustomStringConvertible {
    case badName(String)
    case badOrder(expected: Int, found: String)
    case foreign(path: String)
    case newer(path: String, name: String)
    case missing(name: String)
    case edited(name: String, line: Int)
    case failed(name: String, SQLiteError)
    case danglingReferences(name: String, [String])

    package var description: String {
        switch self {
        case .badName(let name):
            "migration \(name): a name is a number and a word, such as 0001_categories.sql"
        case .badOrder(let expected, let found):
            "migration \(found): number \(expected) comes next; no number is left out or used twice"
        case .foreign(let path):
            "\(path) is a database, but not one of this program"
        case .newer(let path, let name):
            "\(path) was made by a newer version of this program (it has \(name)): update the program"
        case .missing(let name):
            "migration \(name) was applied under another name: a file that was applied is not renamed"
        case .edited(let name, let line):
            "migration \(name) was edited after it was applied (line \(line) differs): "
                + "restore the file, and write what should change into a new one"
        case .failed(let name, let error):
            "migration \(name) failed and was undone: \(error.message)"
        case .danglingReferences(let name, let rows):
            "migration \(name) was undone, it leaves references to rows that don't exist: "
                + rows.joined(separator: ", ")
        }
    }
}

extension MigrationError {
    /// This error with another file's name: for a file that was copied before it was checked.
    func naming(_ file: String, inPlaceOf copy: String) -> MigrationError {
        switch self {
        case .foreign(copy): .foreign(path: file)
        case .newer(copy, let name): .newer(path: file, name: name)
        default: self
        }
    }
}
