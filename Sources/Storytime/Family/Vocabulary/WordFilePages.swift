import HTTP
import Quill
import Server

/// Words as files: exported for spreadsheets and for Anki, and imported.
enum WordFilePages {
    static let path = "/watch/words/files"

    static let routes: [Route] = [
        get("/watch/words/files", for: .parent, show),
        post(
            "/watch/words/files",
            for: .parent,
            bodyLimit: .upload(WordImport.maximumBytes + BodyLimit.formBytes),
            importFile
        ),
        get("/watch/words.csv", for: .parent, lane: .slow, scripts: .readLibrary, csv),
        get("/watch/words.tsv", for: .parent, lane: .slow, scripts: .readLibrary, anki),
    ]

    // MARK: Exporting

    static func csv(_ visit: Visit) throws -> Response {
        let family = try visit.family().family
        return try visit.csv(
            WordExport(KeptWordFilter(try visit.query()), of: family, now: visit.now)
        )
    }

    static func anki(_ visit: Visit) throws -> Response {
        let family = try visit.family().family
        let list = AnkiExport(KeptWordFilter(try visit.query()), of: family, now: visit.now)
        return Response(
            headers: Headers([
                ("Content-Type", "text/tab-separated-values; charset=utf-8"),
                (
                    "Content-Disposition",
                    "attachment; filename=\"vocabulary-\(visit.times.isoDay(visit.now)).txt\""
                ),
            ]),
            body: .chunks(CSVExport(list, AnkiExport.form))
        )
    }

    // MARK: Importing

    static func show(_ visit: Visit) throws -> Response {
        guard let scope = try visit.familyIfAny() else { return try visit.page(NoFamilyPage()) }
        return try visit.page(try page(visit, scope.family, try visit.query()))
    }

    private static func page(_ visit: Visit, _ family: Family, _ fields: Fields) throws
        -> WordFilesPage
    {
        var owner = SelectField(
            name: "whose",
            label: "For",
            hint: "If the file doesn’t say.",
            options: try visit.wordOwners(of: family)
                .map { (value: $0.owner.text, label: $0.name) },
            initially: WordOwner.parents.text
        )
        if let wanted = WordOwner(fields.text("whose")) { owner.show(wanted.text) }
        let filter = KeptWordFilter(visit.request.method == .get ? fields : Fields([]))
        return WordFilesPage(
            filter: filter,
            count: try visit.keptWords.count(filter, of: family),
            owner: owner,
            language: FormField(WordFilesPage.languageSpec, typed: fields.text("language") ?? "")
        )
    }

    static func importFile(_ visit: Visit) throws -> Response {
        let scope = try visit.family()
        let fields = try visit.fields()
        var page = try page(visit, scope.family, fields)
        page.owner.read(fields)
        guard let owner = WordOwner(page.owner.value), let spoken = page.language.value else {
            return try visit.page(page, status: visit.formStatus)
        }
        guard let upload = try visit.upload("file"), !upload.fileName.isEmpty else {
            page.error = "Choose a file."
            return try visit.page(page, status: visit.formStatus)
        }
        if upload.size == 0 {
            page.error = "This file is empty. Choose another one."
            return try visit.page(page, status: visit.formStatus)
        }
        if upload.size > WordImport.maximumBytes {
            page.error = "This file is larger than \(ByteCount.text(WordImport.maximumBytes))."
            return try visit.page(page, status: visit.formStatus)
        }
        if let complaint = try UploadedFile.complaint(about: upload) {
            page.error = try isAnkiPackage(upload) ? ankiPackage : complaint
            return try visit.page(page, status: visit.formStatus)
        }
        let work = WordImport(
            family: scope.family,
            children: try visit.children.list(of: scope.family.id),
            shelf: visit.shelf(of: scope.family),
            owner: owner,
            language: LanguageTag(named: spoken)?.text ?? WordEditForm.unknownLanguage
        )
        let isTrial = fields.text("act") == "try"
        do {
            try visit.hourlyCounts.count(WordImport.hourly, of: scope.family.id)
            let result = try work.carryOut(
                try upload.bytes(limit: WordImport.maximumBytes),
                in: visit.keptWords,
                by: scope.actor,
                isTrial: isTrial
            )
            guard isTrial || !result.remarks.isEmpty else {
                return try visit.redirect(to: KeptWordPages.path, notice: notice(of: result))
            }
            page.count = try visit.keptWords.count(page.filter, of: scope.family)
            page.result = result
            page.isTrial = isTrial
            return try visit.page(page)
        } catch let error as CSVError {
            page.error = error.description
        } catch let error as WordImport.Refusal {
            page.error = error.description
        } catch let limit as HourlyLimit.Reached {
            page.error = limit.message
        }
        return try visit.page(page, status: visit.formStatus)
    }

    private static let ankiPackage =
        "This is a package for Anki. Export “Notes in Plain Text” instead."

    /// A ZIP archive that is called so, or whose first file is one of Anki’s.
    private static func isAnkiPackage(_ upload: Upload) throws -> Bool {
        let start = try upload.bytes(at: 0..<64)
        guard start.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return false }
        let name = Folding.fold(upload.fileName)
        if name.hasSuffix(".apkg") || name.hasSuffix(".colpkg") { return true }
        // The length of the first file’s name, and where that begins (APPNOTE.TXT §4.3.7).
        let first = start.dropFirst(30)
        let isMeta =
            start.dropFirst(26).starts(with: [4, 0]) && first.starts(with: "meta".utf8)
        return isMeta || first.starts(with: "collection.anki".utf8)
    }

    private static func notice(of result: WordImport.Result) -> Flash {
        let words = [
            summary(result) + ".", result.encodingNote, result.columnsNote, leftOut(result),
        ]
        return Flash(
            .good,
            words.compactMap(\.self).joined(separator: " "),
            undo: result.id.map { WordUndo.importing($0).href() }
        )
    }

    /// More names of columns than anybody looks at.
    private static let shownColumns = 10
    private static let shownCharacters = 50

    /// "Columns left out: Reading, Audio."
    static func leftOut(_ result: WordImport.Result) -> String? {
        guard !result.leftOut.isEmpty else { return nil }
        let names = result.leftOut.prefix(shownColumns).map { String($0.prefix(shownCharacters)) }
        let more = result.leftOut.count - names.count
        return "Columns left out: " + names.joined(separator: ", ")
            + (more > 0 ? " and \(Counted.number(more)) more." : ".")
    }

    /// "3 words added, 1 changed, 2 unchanged, 1 rejected".
    static func summary(_ result: WordImport.Result, isTrial: Bool = false) -> String {
        if result.added + result.changed + result.refused == 0, result.unchanged > 0 {
            let all = result.unchanged
            return "Nothing new: you already have "
                + (all == 1 ? "this word" : "all \(KeptWordPages.words(all))")
        }
        let would = isTrial ? "would be " : ""
        let parts = [
            (result.added, would + "added"), (result.changed, would + "changed"),
            (result.unchanged, "unchanged"), (result.refused, "rejected"),
        ].filter { $0.0 > 0 || ($0.1.hasSuffix("added") && result.changed == 0) }
        return parts.enumerated().map { index, part in
            guard index == 0 else { return "\(Counted.number(part.0)) \(part.1)" }
            return (part.0 == 0 ? "No words" : KeptWordPages.words(part.0)) + " \(part.1)"
        }.joined(separator: ", ")
    }
}

/// Importing and exporting words, and what came of a file.
struct WordFilesPage: Page {
    static let template = "family/vocabulary/files.html"

    static let languageSpec = FieldSpec(
        name: "language",
        label: "Language",
        hint: "If the file doesn’t say. \(CaptionLanguage.hint)",
        isRequired: false,
        maximumLength: 100,
        autocomplete: "off",
        isVerbatim: true,
        rule: CaptionLanguage.complaint
    )

    let filter: KeptWordFilter
    var count: Int
    var owner: SelectField
    let language: FormField
    var error: String?
    var result: WordImport.Result?
    var isTrial = false

    private func href(_ suffix: String) -> String {
        KeptWordPages.path + suffix
            + (filter.own.isEmpty ? "" : "?" + PercentEncoding.encodeQuery(filter.own))
    }

    static let fields: [Field<WordFilesPage>] = [
        .text("back_href") { $0.href("") },
        .text("path") { _ in WordFilePages.path },
        .text("csv_href") { $0.href(".csv") },
        .text("tsv_href") { $0.href(".tsv") },
        .text("which") { page in
            page.count == 0
                ? "There are no words to export"
                : page.filter.own.isEmpty
                    ? "All \(KeptWordPages.words(page.count))"
                    : "The \(KeptWordPages.words(page.count)) that your list shows"
        },
        .text("limit_text") { _ in ByteCount.text(WordImport.maximumBytes) },
        .record("owner") { $0.owner },
        .record("language") { $0.language },
        .list("errors") { page in
            (page.error.map { [FormError(href: "#field-file", message: $0)] } ?? [])
                + page.owner.formErrors + [page.language].errors
        },
        .optionalText("error") { $0.error },
        .optionalText("encoding_note") { $0.result?.encodingNote },
        .optionalText("columns_note") { $0.result?.columnsNote },
        .optionalText("summary") { page in
            page.result.map { WordFilePages.summary($0, isTrial: page.isTrial) + "." }
        },
        .optionalText("left_out") { $0.result.flatMap(WordFilePages.leftOut) },
        .bool("is_trial") { $0.isTrial },
        .optionalText("undo_href") { page in
            page.isTrial ? nil : page.result?.id.map { WordUndo.importing($0).href() }
        },
        .list("remarks") { page in
            (page.result?.remarks ?? []).map { WordRemark(remark: $0) }
        },
        .optionalText("more_remarks") { page in
            page.result.flatMap { result in
                let more = result.remarkCount - result.remarks.count
                return more > 0 ? "and \(Counted.number(more)) more" : nil
            }
        },
    ]
}

struct WordRemark: Record {
    let remark: WordImport.Remark

    static let fields: [Field<WordRemark>] = [
        .text("text") { $0.remark.text }
    ]
}
