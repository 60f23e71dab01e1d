/// A parser of what strangers send, or some that are much alike. `parsers.txt` says which sources each
/// of them fuzzes.
enum FuzzTarget: String, CaseIterable {
    // The wire.
    case request, fields, json, tokens
    // Files that people bring.
    case captions, encodings, edits, csv, books, series, words, images, photos, names
    // What other servers and programs say.
    case playlists, films, addresses, looks, transcripts, chat, mux, catalogs, probes, events

    func run(_ bytes: [UInt8], _ choice: FuzzChoice) {
        switch self {
        case .request: fuzzRequest(bytes, choice)
        case .fields: fuzzFields(bytes)
        case .json: fuzzJSON(bytes)
        case .tokens: fuzzTokens(bytes)
        case .captions: fuzzCaptions(bytes, choice)
        case .encodings: fuzzEncodings(bytes, choice)
        case .edits: fuzzEdits(bytes)
        case .csv: fuzzCSV(bytes, choice)
        case .books: fuzzBooks(bytes)
        case .series: fuzzSeries(bytes)
        case .words: fuzzWords(bytes)
        case .images: fuzzImage(bytes)
        case .photos: fuzzPhoto(bytes)
        case .names: fuzzNames(bytes)
        case .playlists: fuzzPlaylist(bytes)
        case .films: fuzzFilm(bytes, choice)
        case .addresses: fuzzAddress(bytes)
        case .looks: fuzzLook(bytes)
        case .transcripts: fuzzTranscript(bytes)
        case .chat: fuzzChat(bytes, choice)
        case .mux: fuzzMux(bytes)
        case .catalogs: fuzzCatalogs(bytes)
        case .probes: fuzzProbe(bytes)
        case .events: fuzzEvents(bytes)
        }
    }

    /// Processor time that an input may take however short it is, in milliseconds: caches that are filled
    /// by the first that comes.
    var floorMilliseconds: Int {
        switch self {
        // A transaction of the database.
        case .books, .series, .words: 2_000
        default: 500
        }
    }

    /// Processor time that a byte may take, in nanoseconds: some fifty times what it takes with the address
    /// sanitizer, so that only what grows faster than the input is found.
    var nanosecondsPerByte: Int {
        switch self {
        // Each row is looked for in the database.
        case .books, .series, .words: 100_000
        // Read and written in six formats; read in four encodings, in two ways.
        case .captions, .edits, .csv: 50_000
        default: 20_000
        }
    }
}
