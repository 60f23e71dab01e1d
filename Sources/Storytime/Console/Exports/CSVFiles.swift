/// How someone's CSV files are written: the console's links give them this way. An address may
/// ask for something else (`?bom=1`, `?delimiter=semicolon`), and scripts always get the plain
/// form unless they do.
enum CSVFiles: String, Sendable, CaseIterable {
    /// As RFC 4180 has it.
    case plain
    /// For Excel, which takes a file without a byte order mark to be in an old encoding, and
    /// expects semicolons wherever the comma is for decimals.
    case excel

    var label: String {
        switch self {
        case .plain: "For any program (UTF-8, commas)"
        case .excel: "For Excel (UTF-8 with byte order mark, semicolons)"
        }
    }

    var form: CSVForm {
        switch self {
        case .plain: CSVForm()
        case .excel: CSVForm(delimiter: .semicolon, byteOrderMark: true)
        }
    }
}

extension Visit {
    /// How the file that was asked for is written.
    func csvForm() throws -> CSVForm {
        var form = csvFiles.form
        let query = try query()
        if let mark = query.text("bom") { form.byteOrderMark = mark == "1" }
        if let name = query.text("delimiter"),
            let delimiter = Delimiter.allCases.first(where: { $0.name == name })
        {
            form.delimiter = delimiter
        }
        return form
    }

    /// What the person chose, in a browser: a script that reads a file must not break because
    /// its owner opens others in Excel.
    private var csvFiles: CSVFiles {
        guard let session, !Bearer.isShown(by: request) else { return .plain }
        return session.user.csvFiles
    }
}
