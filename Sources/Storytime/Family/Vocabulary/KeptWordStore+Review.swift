import SQLite

/// Asking for words when they are due.
extension KeptWordStore {
    // MARK: What is due

    /// What somebody has to do today, and what comes after that.
    struct Agenda: Sendable, Equatable {
        /// The word to ask for; nil when today's are done, or none of them is due yet.
        var word: KeptWord?
        /// When the next one of today's is due, if none is yet.
        var waitsUntil: Int?
        /// How many are left today, this one included.
        var left = 0
        /// How many are new today, and how many may be.
        var newToday = 0
        var newPerDay = 0
        /// The day of the next ones, in days from today, and how many they are; nil if there are none.
        var next: (days: Int, count: Int)?
        /// How many words there are at all.
        var total = 0

        static func == (left: Agenda, right: Agenda) -> Bool {
            left.word == right.word && left.waitsUntil == right.waitsUntil
                && left.left == right.left && left.newToday == right.newToday
                && left.newPerDay == right.newPerDay && left.next?.days == right.next?.days
                && left.next?.count == right.next?.count && left.total == right.total
        }
    }

    private func owned(_ owner: WordOwner, _ family: Family) -> SQL {
        """
        w.family_id = \(family.id.value) AND w.child_id IS \(owner.child?.value)
            AND w.removed_at IS NULL
        """
    }

    /// What somebody has to do. `ahead` is the moment at which they asked for words that aren't due yet.
    func agenda(of owner: WordOwner, in family: Family, ahead: Int? = nil) throws -> Agenda {
        let day = FamilyDay(family, now)
        let limit = try newPerDay(of: family.id)
        let owned = owned(owner, family)
        guard let counts = try amounts(owned, day) else { return Agenda() }
        let fresh = counts.fresh(upTo: limit)
        var agenda = Agenda(
            left: counts.due + fresh,
            newToday: counts.started,
            newPerDay: limit,
            total: counts.all
        )
        agenda.word = try next(owned, day, hasNew: fresh > 0, ahead: ahead)
        if agenda.word == nil, agenda.left > 0 {
            agenda.waitsUntil = try database.first(
                """
                SELECT min(w.due_at) FROM kept_words AS w INDEXED BY kept_words_due
                WHERE \(sql: owned) AND w.due_at > \(now) AND w.due_at < \(day.end)
                """
            ) { try $0.intOrNil(0) }.flatMap(\.self)
        }
        agenda.next = try later(
            owned,
            day,
            counts.next,
            new: min(limit, counts.new - fresh)
        )
        return agenda
    }

    /// How many words somebody has, and when the next one after today is due.
    private struct Amounts {
        let all: Int
        let new: Int
        let due: Int
        let started: Int
        let next: Int?

        /// How many new words come today.
        func fresh(upTo limit: Int) -> Int { min(max(0, limit - started), new) }
    }

    private func amounts(_ owned: SQL, _ day: FamilyDay) throws -> Amounts? {
        try database.first(
            """
            SELECT count(*), count(*) FILTER (WHERE w.phase = 'new'),
                count(*) FILTER (WHERE w.due_at < \(day.end)),
                count(*) FILTER (WHERE w.started_at >= \(day.start)),
                min(w.due_at) FILTER (WHERE w.due_at >= \(day.end))
            FROM kept_words AS w INDEXED BY kept_words_due WHERE \(sql: owned)
            """
        ) { row in
            Amounts(
                all: try row.int(0),
                new: try row.int(1),
                due: try row.int(2),
                started: try row.int(3),
                next: try row.intOrNil(4)
            )
        }
    }

    /// Steps of minutes that are over come first, then what is due today, then new words. Steps that aren't
    /// over yet are only asked ahead, each once: what was answered since then has to wait.
    private func next(_ owned: SQL, _ day: FamilyDay, hasNew: Bool, ahead: Int?) throws
        -> KeptWord?
    {
        let learning = owned + " AND w.phase IN ('learning', 'relearning')"
        return try first(learning + " AND w.due_at <= \(now)")
            ?? first(owned + " AND w.phase = 'review' AND w.due_at < \(day.end)")
            ?? (hasNew ? first(owned + " AND w.phase = 'new'") : nil)
            ?? ahead.flatMap { ahead in
                try first(
                    learning + " AND w.due_at < \(day.end) AND w.reviewed_at <= \(ahead)"
                )
            }
    }

    /// Found by its key: what is sorted is thousands of words that may be due together.
    private func first(_ condition: SQL) throws -> KeptWord? {
        try database.first(
            """
            SELECT \(sql: KeptWord.columns) FROM (
                SELECT w.id FROM kept_words AS w INDEXED BY kept_words_due
                WHERE \(sql: condition) ORDER BY w.due_at, w.id LIMIT 1) AS m
            CROSS JOIN kept_words AS w ON w.id = m.id \(sql: KeptWord.joins)
            """,
            KeptWord.init
        )
    }

    /// The next day on which there is something, with new words from tomorrow on.
    private func later(_ owned: SQL, _ day: FamilyDay, _ dueAt: Int?, new: Int) throws -> (
        days: Int, count: Int
    )? {
        let days = new > 0 ? 1 : dueAt.map { max(1, day.days(until: $0)) }
        guard let days else { return nil }
        let due =
            try database.first(
                """
                SELECT count(*) FROM kept_words AS w INDEXED BY kept_words_due
                WHERE \(sql: owned) AND w.due_at >= \(day.end) AND w.due_at < \(day.start(in: days + 1))
                """
            ) { try $0.int(0) } ?? 0
        return (days, due + max(0, new))
    }

    /// How many words are left today for each who has words.
    func left(in family: Family, _ owners: [WordOwner]) throws -> [WordOwner: Int] {
        let day = FamilyDay(family, now)
        let limit = try newPerDay(of: family.id)
        var left: [WordOwner: Int] = [:]
        for owner in owners {
            guard let counts = try amounts(owned(owner, family), day), counts.all > 0 else {
                continue
            }
            left[owner] = counts.due + counts.fresh(upTo: limit)
        }
        return left
    }

    // MARK: Answering

    enum Answered: Sendable, Equatable {
        case now(KeptWord)
        /// This turn was answered before; the same way or another.
        case before(KeptWord, same: Bool)
    }

    /// Answers a word once for each turn: sent twice, or from two windows, it counts once.
    func answer(
        _ id: ID<KeptWord>,
        _ grade: WordGrade,
        turn: Int?,
        in family: Family,
        by actor: Actor
    ) throws -> Answered {
        try database.write {
            let word = try find(id, of: family.id)
            guard turn ?? word.turn == word.turn else {
                let known = try database.first(
                    """
                    SELECT grade FROM word_reviews
                    WHERE word_id = \(id.value) AND turn = \(turn)
                    """
                ) { try $0.int(0) }
                return .before(word, same: known == grade.rawValue)
            }
            try log([id], grade.rawValue, by: actor)
            let day = FamilyDay(family, now)
            let days = word.reviewedAt.map { day.days(since: $0) } ?? 0
            let (memory, wait) = RepetitionSchedule.standard
                .answer(grade, to: word.memory, after: days)
            let state: KeptWord.State
            let dueAt: Int
            switch wait {
            case .seconds(let seconds):
                state = .learning
                dueAt = now + seconds
            case .days(let days):
                state = days >= KeptWord.State.masteredDays ? .mastered : .reviewing
                dueAt = day.start(in: days)
            }
            try database.execute(
                """
                UPDATE kept_words SET state = \(state.rawValue), phase = \(memory.phase.rawValue),
                    step = \(memory.step), stability = \(memory.stability),
                    difficulty = \(memory.difficulty), reviewed_at = \(now),
                    started_at = coalesce(started_at, \(now)), due_at = \(dueAt), turn = turn + 1
                WHERE id = \(id.value)
                """
            )
            return .now(try find(id, of: family.id))
        }
    }

    /// Notes how words are before something changes their schedules.
    private func log(_ ids: [ID<KeptWord>], _ grade: Int, by actor: Actor) throws {
        try database.execute(
            """
            INSERT INTO word_reviews (word_id, turn, grade, reviewed_at, reviewed_by, old_state,
                old_phase, old_step, old_stability, old_difficulty, old_reviewed_at, old_started_at,
                old_due_at)
            SELECT id, turn, \(grade), \(now), \(actor.name), state, phase, step, stability,
                difficulty, reviewed_at, started_at, due_at
            FROM kept_words WHERE id IN \(list: ids.map(\.value))
            """
        )
        // Each answer takes the place of one long ago.
        try database.execute(
            """
            DELETE FROM word_reviews WHERE (word_id, turn) IN (
                SELECT id, turn - \(Self.mostReviews) FROM kept_words WHERE id IN \(list: ids.map(\.value)))
            """
        )
    }

    /// How many answers are kept of each word. Who learns it for years gives some forty.
    static let mostReviews = 100

    /// The answer that can be taken back: somebody's last one of today, unless the word's schedule was
    /// changed after it.
    func lastAnswer(of owner: WordOwner, in family: Family) throws -> (
        word: KeptWord, grade: WordGrade
    )? {
        let found = try database.first(
            """
            SELECT \(sql: KeptWord.columns), r.grade
            FROM kept_words AS w INDEXED BY kept_words_reviewed
            CROSS JOIN word_reviews AS r ON r.word_id = w.id AND r.turn = w.turn - 1
                AND r.grade > 0
            \(sql: KeptWord.joins)
            WHERE \(sql: owned(owner, family)) AND w.reviewed_at >= \(FamilyDay(family, now).start)
            ORDER BY w.reviewed_at DESC, r.id DESC LIMIT 1
            """
        ) { (try KeptWord($0), WordGrade(rawValue: try $0.int(KeptWord.columnCount))) }
        guard let (word, grade) = found, let grade else { return nil }
        return (word, grade)
    }

    /// Takes an answer back: the word is as it was before it. False if something changed since.
    func undoAnswer(_ id: ID<KeptWord>, turn: Int, in family: Family) throws -> Bool {
        try database.write {
            guard try find(id, of: family.id).turn == turn else { return false }
            return try undoLast(of: [id], in: family.id) > 0
        }
    }

    /// Takes back that badges were set by hand; what was answered since stays. Returns how many.
    func undoBadges(_ ids: [ID<KeptWord>], in family: ID<Family>) throws -> Int {
        try database.write {
            let set = try database.all(
                """
                SELECT w.id FROM kept_words AS w
                CROSS JOIN word_reviews AS r ON r.word_id = w.id AND r.turn = w.turn - 1
                WHERE w.id IN \(list: ids.map(\.value)) AND \(sql: present(family))
                    AND r.grade = 0
                """
            ) { ID<KeptWord>(try $0.int(0)) }
            return try undoLast(of: set, in: family)
        }
    }

    /// The last turn of these words, which are known to be the family’s.
    private func undoLast(of ids: [ID<KeptWord>], in family: ID<Family>) throws -> Int {
        let count = try database.execute(
            """
            UPDATE kept_words AS w SET state = r.old_state, phase = r.old_phase,
                step = r.old_step, stability = r.old_stability, difficulty = r.old_difficulty,
                reviewed_at = r.old_reviewed_at, started_at = r.old_started_at,
                due_at = r.old_due_at, turn = w.turn + 1
            FROM word_reviews AS r
            WHERE w.id IN \(list: ids.map(\.value)) AND w.family_id = \(family.value)
                AND r.word_id = w.id AND r.turn = w.turn - 1
            """
        )
        // A turn that was taken back is two behind now.
        try database.execute(
            """
            DELETE FROM word_reviews AS r WHERE r.word_id IN \(list: ids.map(\.value))
                AND r.turn = (SELECT turn - 2 FROM kept_words WHERE id = r.word_id)
            """
        )
        return count
    }

    // MARK: By hand

    /// Sets badges by hand. New forgets the schedule; Learning is asked now, as if just met; Reviewing is
    /// asked today; Mastered has no more reviews until another badge is set. Returns those that
    /// had another one, as they were.
    func set(
        _ state: KeptWord.State,
        _ ids: [ID<KeptWord>],
        of family: Family,
        by actor: Actor
    ) throws -> [KeptWord] {
        try database.write {
            let words = try database.all(
                """
                SELECT \(sql: KeptWord.columns) FROM kept_words AS w \(sql: KeptWord.joins)
                WHERE w.id IN \(list: ids.map(\.value)) AND \(sql: present(family.id))
                    AND w.state <> \(state.rawValue)
                """,
                KeptWord.init
            )
            try log(words.map(\.id), 0, by: actor)
            try database.execute(
                """
                UPDATE kept_words SET \(sql: schedule(state, FamilyDay(family, now))),
                    state = \(state.rawValue), turn = turn + 1
                WHERE id IN \(list: words.map(\.id.value))
                """
            )
            return words
        }
    }

    private func schedule(_ state: KeptWord.State, _ day: FamilyDay) -> SQL {
        switch state {
        case .new:
            """
            phase = 'new', step = 0, stability = NULL, difficulty = NULL, reviewed_at = NULL,
            started_at = NULL, due_at = NULL
            """
        case .learning:
            """
            phase = iif(stability IS NULL, 'learning', 'relearning'), step = 0, due_at = \(now)
            """
        // One that was never answered has its last step before it.
        case .reviewing:
            """
            phase = iif(stability IS NULL, 'learning', 'review'), step = iif(stability IS NULL, 1, 0),
            due_at = \(day.start)
            """
        case .mastered:
            """
            phase = iif(stability IS NULL, 'learning', 'review'), step = iif(stability IS NULL, 1, 0),
            due_at = NULL
            """
        }
    }

    // MARK: Settings

    static let usualNewPerDay = 10
    static let mostNewPerDay = 200

    func newPerDay(of family: ID<Family>) throws -> Int {
        try database.first(
            "SELECT new_per_day FROM vocabulary_settings WHERE family_id = \(family.value)"
        ) { try $0.int(0) } ?? Self.usualNewPerDay
    }

    func setNewPerDay(_ count: Int, of family: ID<Family>) throws {
        try database.execute(
            """
            INSERT INTO vocabulary_settings (family_id, new_per_day)
            VALUES (\(family.value), \(count))
            ON CONFLICT (family_id) DO UPDATE SET new_per_day = excluded.new_per_day
            """
        )
    }

    // MARK: Showing

    /// Somebody's own words, to be shown in large letters: the latest first.
    func shown(of owner: WordOwner, in family: ID<Family>, limit: Int, offset: Int) throws
        -> [KeptWord]
    {
        try database.all(
            """
            SELECT \(sql: KeptWord.columns)
            FROM kept_words AS w INDEXED BY kept_words_by_family \(sql: KeptWord.joins)
            WHERE \(sql: present(family)) AND w.child_id IS \(owner.child?.value)
            ORDER BY w.id DESC LIMIT \(limit) OFFSET \(offset)
            """,
            KeptWord.init
        )
    }

    func count(of owner: WordOwner, in family: ID<Family>) throws -> Int {
        try database.first(
            """
            SELECT count(*) FROM kept_words AS w INDEXED BY kept_words_by_family
            WHERE \(sql: present(family)) AND w.child_id IS \(owner.child?.value)
            """
        ) { try $0.int(0) } ?? 0
    }
}
