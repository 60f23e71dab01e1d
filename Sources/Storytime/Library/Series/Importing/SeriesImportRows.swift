import Received
import SQLite

/// Stores the rows of a file, each judged by the form that people fill in. An empty cell leaves what is
/// there as it is.
struct SeriesImportRows {
    /// What became of a row.
    struct Done {
        let series: ID<Series>
        let name: String
        let outcome: SeriesImport.Outcome
        var details = ""
    }

    let database: Database
    let now: Int
    let actor: Actor
    let mapping: SeriesMapping

    private var seriesStore: SeriesStore { SeriesStore(database: database, now: now) }
    private var episodeStore: EpisodeStore { EpisodeStore(database: database, now: now) }

    /// How a row is called that can't be stored.
    func name(of row: CSVRow) -> String {
        if row.complaint(columns: mapping.columnCount) != nil { return "" }
        let series = [SeriesColumn.series, .externalID, .seriesID].lazy
            .compactMap { mapping.text($0, in: row) }.first
        let parts: [String?] =
            mapping.kind == .series
            ? [mapping.text(.name, in: row)]
            : [
                series, mapping.text(.seasonNumber, in: row).map { "S\($0)" },
                mapping.text(.episodeNumber, in: row).map { "E\($0)" },
            ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    func perform(_ row: CSVRow) throws -> Done {
        if let complaint = row.complaint(columns: mapping.columnCount) {
            throw SeriesImportError(complaint)
        }
        return switch mapping.kind {
        case .series: try storeSeries(row)
        case .seasons: try storeSeason(row)
        case .episodes: try storeEpisode(row)
        }
    }

    // MARK: Series

    private func storeSeries(_ row: CSVRow) throws -> Done {
        let found = try existing(row)
        var pairs = found.map(SeriesForm.pairs) ?? []
        let cells: [(SeriesColumn, String)] = [
            (.name, "name"), (.description, "description"), (.externalID, "external_id"),
            (.originalName, "original_name"), (.firstAirDate, "first_air_date"),
        ]
        for (column, field) in cells { set(field, mapping.text(column, in: row), &pairs) }
        if let text = mapping.text(.airing, in: row) {
            guard let airing = Airing(written: text) else {
                let words = Airing.allCases.map(\.rawValue).filter { !$0.isEmpty }
                throw SeriesImportError(
                    "“\(text)” is not one of \(words.joined(separator: ", "))."
                )
            }
            set("airing", airing.rawValue, &pairs)
        } else if found == nil {
            set("airing", "", &pairs)
        }
        let form = SeriesForm().reading(Fields(pairs))
        guard let draft = form.draft else { throw Self.error(form.errors) }
        guard let found else {
            let series = try seriesStore.insert(draft, by: actor)
            return Done(series: series.id, name: series.name, outcome: .created)
        }
        let after = try seriesStore.update(found.id, version: found.version, draft, by: actor)
        let changes = Series.changes(from: found, to: after)
        return Done(
            series: found.id,
            name: after.name,
            outcome: changes.isEmpty ? .same : .changed,
            details: Self.text(of: changes)
        )
    }

    /// The series that a row of series is about: by its number for programs; by its id, if it also has
    /// the name; by its name.
    private func existing(_ row: CSVRow) throws -> Series? {
        if let text = mapping.text(.externalID, in: row), let number = ReceivedNumber.integer(text),
            let found = try seriesStore.find(externalID: number)
        {
            return found
        }
        guard let name = mapping.text(.name, in: row) else { return nil }
        // Files from elsewhere have ids of their own.
        if let id = mapping.text(.id, in: row).flatMap({ ID<Series>(pathSegment: $0[...]) }),
            let found = try seriesStore.findIfAny(id),
            Folding.fold(found.name) == Folding.fold(name)
        {
            return found
        }
        return try seriesStore.find(named: name)
    }

    // MARK: Seasons and episodes

    private func storeSeason(_ row: CSVRow) throws -> Done {
        let series = try owner(of: row)
        let number = try number(.seasonNumber, EpisodeForm.seasonSpec, in: row)
        var name = mapping.text(.name, in: row)
        if let text = name, Season.isPlain(text, number) { name = "" }
        let before = try episodeStore.season(number, of: series.id)
        let form = SeasonForm(
            Fields([
                (name: "season_number", value: String(number)),
                (name: "name", value: name ?? before?.name ?? ""),
            ])
        )
        guard let draft = form.draft else { throw Self.error(form.errors) }
        let label = "\(series.name), \(Season.title(number))"
        guard let before else {
            try database.execute(
                """
                INSERT INTO seasons (series_id, season_number, name)
                VALUES (\(series.id.value), \(number), \(draft.name))
                """
            )
            return Done(series: series.id, name: label, outcome: .created)
        }
        // A file that has nothing but the number takes no name away.
        guard !draft.name.isEmpty, draft.name != before.name else {
            return Done(series: series.id, name: label, outcome: .same)
        }
        try database.execute(
            "UPDATE seasons SET name = \(draft.name) WHERE id = \(before.id.value)"
        )
        return Done(
            series: series.id,
            name: label,
            outcome: .changed,
            details: Self.text(of: [Change("name", before.name, draft.name)])
        )
    }

    private func storeEpisode(_ row: CSVRow) throws -> Done {
        let series = try owner(of: row)
        let place = EpisodePlace(
            season: try number(.seasonNumber, EpisodeForm.seasonSpec, in: row),
            episode: try number(.episodeNumber, EpisodeForm.numberSpec, in: row)
        )
        let before = try episodeStore.episode(at: place, of: series.id)
        var pairs =
            before.map(EpisodeForm.pairs)
            ?? [
                (name: "season_number", value: String(place.season)),
                (name: "episode_number", value: String(place.episode)),
            ]
        let cells: [(SeriesColumn, String)] = [
            (.title, "title"), (.description, "description"), (.airDate, "air_date"),
            (.runtimeMinutes, "runtime_minutes"),
        ]
        for (column, field) in cells { set(field, mapping.text(column, in: row), &pairs) }
        let book = mapping.text(.bookID, in: row) ?? mapping.text(.book, in: row)
        set("book_id", book, &pairs)
        let form = EpisodeForm().reading(Fields(pairs))
        guard var draft = form.draft else { throw Self.error(form.errors) }
        // Rows may hand a book on from one episode to another.
        draft.taking = .always
        let loser = try episodeStore.episode(of: draft.book, besides: place, in: series.id)
        let loss = loser.map { "\($0.place) is no book any more" }
        // "Episode 4" is what an episode without a title is called anyway.
        if Folding.fold(draft.title) == Folding.fold("Episode \(place.episode)") {
            draft.title = ""
        }
        let label = "\(series.name), \(place.description)"
        guard let before else {
            let episode = try episodeStore.add(draft, to: series.id, by: actor)
            return Done(
                series: series.id,
                name: label,
                outcome: .created,
                details: [
                    episode.ownTitle.isEmpty ? episode.book?.title : episode.ownTitle, loss,
                ].compactMap(\.self).joined(separator: "; ")
            )
        }
        if draft.title == before.book?.title, before.ownTitle.isEmpty { draft.title = "" }
        guard try episodeStore.change(before, to: draft, by: actor) else {
            return Done(series: series.id, name: label, outcome: .same)
        }
        let after = try episodeStore.find(before.id)
        return Done(
            series: series.id,
            name: label,
            outcome: .changed,
            details: [
                Self.text(
                    of: Episode.changes(from: before, to: after).filter { $0.field != "episode" }
                ), loss,
            ].compactMap(\.self).joined(separator: "; ")
        )
    }

    /// The series that a row belongs to.
    private func owner(of row: CSVRow) throws -> Series {
        if let text = mapping.text(.externalID, in: row) {
            if let number = ReceivedNumber.integer(text),
                let found = try seriesStore.find(externalID: number)
            {
                return found
            }
            throw SeriesImportError("No series has the number “\(text)”.")
        }
        if let text = mapping.text(.seriesID, in: row) {
            let id = ID<Series>(pathSegment: text[...])
            guard let id, let found = try seriesStore.findIfAny(id) else {
                throw SeriesImportError("No series has the id “\(text)”.")
            }
            // An id from elsewhere is not ours.
            if let name = mapping.text(.series, in: row),
                Folding.fold(name) != Folding.fold(found.name)
            {
                throw SeriesImportError("The series with the id \(text) is called “\(found.name)”.")
            }
            return found
        }
        guard let name = mapping.text(.series, in: row) else {
            throw SeriesImportError("The row doesn’t say which series it belongs to.")
        }
        guard let found = try seriesStore.find(named: name) else {
            throw SeriesImportError("No series is called “\(name)”. Add it first.")
        }
        return found
    }

    // MARK: Parts

    private func number(_ column: SeriesColumn, _ spec: FieldSpec, in row: CSVRow) throws -> Int {
        let field = FormField(spec, typed: mapping.text(column, in: row) ?? "")
        guard let number = field.number else { throw Self.error([field].errors) }
        return number
    }

    private func set(
        _ name: String,
        _ value: String?,
        _ pairs: inout [(name: String, value: String)]
    ) {
        guard let value else { return }
        pairs.removeAll { $0.name == name }
        pairs.append((name: name, value: value))
    }

    private static func error(_ errors: [FormError]) -> SeriesImportError {
        SeriesImportError(errors.map(\.message).joined(separator: " "))
    }

    private static func text(of changes: [Change]) -> String {
        changes.map { change in
            "\(AuditWords.field(change.field)): \(change.before ?? "–") → \(change.after ?? "–")"
        }.joined(separator: "; ")
    }
}
