import Received

/// What a column of a file can say about a book. The names are those of the file that the console
/// itself writes (`BookExport`).
enum ImportColumn: String, Sendable, CaseIterable {
    case id, title, author, publisher, description
    case ageMin = "age_min"
    case ageMax = "age_max"
    case language, categories, status
    case coverAddress = "cover_url"
    case originalTitle = "original_title"
    case illustrator, translator, narrator, series
    case seriesNumber = "series_number"
    case isbn, year
    case pageCount = "page_count"
    case tags

    /// The detail of a book in this column, if it is one.
    var detail: BookDetail? { BookDetail(rawValue: rawValue) }

    /// Its name in the list of choices.
    var label: String {
        switch self {
        case .id: "Id"
        case .title: "Title"
        case .author: "Author"
        case .publisher: "Publisher"
        case .description: "Description"
        case .ageMin: "Youngest age"
        case .ageMax: "Oldest age"
        case .language: "Language"
        case .categories: "Categories"
        case .status: "Status"
        case .coverAddress: "Cover address"
        case .originalTitle, .illustrator, .translator, .narrator, .series, .seriesNumber, .isbn,
            .year, .pageCount, .tags:
            detail?.label ?? rawValue
        }
    }

    /// Other headings for it, in the languages of the tables that people upload.
    private var otherNames: [String] {
        switch self {
        // "Book id" and "Number" are those of another program, and would find the wrong book.
        case .id: []
        case .title:
            [
                "Book", "Book title", "Name", "Titel", "Titre", "Título", "Titolo", "Tytuł",
                "Название",
            ]
        case .author:
            [
                "Authors", "Primary author", "Writer", "By", "Autor", "Autorin", "Verfasser",
                "Verfasserin", "Auteur", "Autore", "Автор",
            ]
        case .publisher:
            ["Original publisher", "Publishing house", "Verlag", "Éditeur", "Editorial", "Editore"]
        case .description:
            [
                "Summary", "Synopsis", "Blurb", "About", "Beschreibung", "Inhalt", "Résumé",
                "Descripción", "Descrizione",
            ]
        case .ageMin:
            ["Min age", "Minimum age", "Age from", "From age", "Age", "Alter von", "Alter ab"]
        case .ageMax: ["Max age", "Maximum age", "Age to", "To age", "Alter bis"]
        case .language: ["Lang", "Language tag", "Sprache", "Langue", "Idioma", "Lingua"]
        case .categories:
            [
                "Category", "Genre", "Genres", "Shelf", "Shelves", "Kategorie", "Kategorien",
                "Catégorie", "Catégories", "Categoría", "Categorías", "Categoria", "Categorie",
            ]
        case .status: ["State", "Zustand", "Statut", "Estado", "Stato"]
        case .originalTitle: ["Original", "Originaltitel", "Titre original", "Título original"]
        case .illustrator:
            [
                "Illustrated by", "Illustrators", "Pictures by", "Illustration", "Illustratorin",
                "Bilder", "Illustrateur", "Ilustrador", "Illustratore",
            ]
        case .translator:
            [
                "Translated by", "Übersetzer", "Übersetzerin", "Übersetzung", "Traducteur",
                "Traductor",
            ]
        case .narrator:
            ["Narrated by", "Read by", "Reader", "Sprecher", "Sprecherin", "Gelesen von", "Lu par"]
        case .series:
            ["Series name", "Reihe", "Serie", "Série", "Collection", "Colección", "Collana"]
        case .seriesNumber:
            ["Number in series", "Series no", "Volume", "Vol", "Band", "Bandnummer", "Nr", "Tome"]
        case .isbn: ["ISBN 13", "ISBN 10", "ISBN UID", "ISBNs", "EAN"]
        case .year:
            [
                "Published", "Year published", "Publication year", "Date published", "Jahr",
                "Erscheinungsjahr", "Année", "Año", "Anno", "Date",
            ]
        case .pageCount:
            ["Page count", "Number of pages", "Seiten", "Seitenzahl", "Nombre de pages", "Páginas"]
        case .tags: ["Tag", "Keywords", "Schlagwort", "Schlagwörter", "Stichwörter", "Mots clés"]
        case .coverAddress: ["Cover", "Cover image", "Image", "Image url", "Picture", "Titelbild"]
        }
    }

    /// The column that a heading stands for; nil if the heading is unknown.
    init?(heading: String) {
        guard let column = Self.byName[Self.key(heading)] else { return nil }
        self = column
    }

    /// Whether a heading only may mean what it stands for: “Date” is a year in the file of one program, and in
    /// that of another the day on which somebody read the book. Others go first.
    static func isVague(_ heading: String) -> Bool { key(heading) == "date" }

    private static let byName: [String: ImportColumn] = allCases.reduce(into: [:]) {
        names,
        column in
        for name in [column.rawValue, column.label] + column.otherNames {
            names[key(name)] = column
        }
    }

    /// Letters and digits alone, without case and accents: "Age (min.)" is what "age_min" is.
    static func key(_ text: String) -> String {
        let scalars = Folding.fold(text).unicodeScalars.filter { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return ReceivedText.joined(scalars)
    }
}

/// What each column of a file was matched to; nil for one that is left out.
struct ImportMapping: Sendable, Equatable {
    private(set) var columns: [ImportColumn?]

    init(_ columns: [ImportColumn?]) {
        self.columns = columns
    }

    /// By the headings alone. If two are the same, the first one counts.
    init(headings: [String]) {
        self.init(headings: headings, known: [:])
    }

    /// As was said of earlier files, by the headings' keys; of the other headings, as they say.
    init(headings: [String], known: [String: ImportColumn?]) {
        let keys = headings.map(ImportColumn.key)
        let isKnown = { (index: Int) in
            known[keys[index]] != nil && keys.count { $0 == keys[index] } == 1
        }
        var taken = Taken()
        var columns = [ImportColumn?](repeating: nil, count: headings.count)
        for index in headings.indices where isKnown(index) {
            columns[index] = known[keys[index]].flatMap(\.self).flatMap { taken.take($0) }
        }
        let others = headings.indices.filter { !isKnown($0) }
        let isVague = { (index: Int) in ImportColumn.isVague(headings[index]) }
        for index in others.filter({ !isVague($0) }) + others.filter(isVague) {
            columns[index] = ImportColumn(heading: headings[index]).flatMap { taken.take($0) }
        }
        self.columns = columns
    }

    /// The columns that another one was matched to. Files have several for the number of an edition: the old
    /// one of ten digits, and that of thirteen.
    private struct Taken {
        private(set) var columns: Set<ImportColumn> = []

        /// Nil if it is taken.
        mutating func take(_ column: ImportColumn) -> ImportColumn? {
            columns.insert(column).inserted || column == .isbn ? column : nil
        }
    }

    /// Reads what `text` wrote.
    init(text: String) {
        columns = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { ImportColumn(rawValue: String($0)) }
    }

    /// The names with commas between them, which no name has.
    var text: String { columns.map { $0?.rawValue ?? "" }.joined(separator: ",") }

    func index(of column: ImportColumn) -> Int? {
        columns.firstIndex { $0 == column }
    }

    /// The columns with the number of an edition: those that say that it has thirteen digits, then the others.
    func editions(_ headings: [String]) -> [Int] {
        let all = columns.indices.filter { columns[$0] == .isbn }
        guard all.count > 1 else { return all }
        let isThirteen = { (index: Int) in ImportColumn.key(headings[index]).contains("13") }
        return all.filter(isThirteen) + all.filter { !isThirteen($0) }
    }

    /// Why a file can't be read this way; nil if it can.
    var complaint: String? {
        var taken = Taken()
        for column in columns.compactMap(\.self) where taken.take(column) == nil {
            return "Two columns are matched to “\(column.label)”. Leave one of them out."
        }
        guard taken.columns.contains(.title) || taken.columns.contains(.id) else {
            return "Choose the column with the titles, or the one with the ids."
        }
        return nil
    }
}
