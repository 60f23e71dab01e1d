import Quill

/// What is packed for a child's journey, and which devices have it: a panel of the child's library.
struct JourneyPanel: Record {
    let child: Child
    let stories: [Story]
    let devices: [JourneyDeviceText]
    /// Whether a browser would keep anything at the address at which this page is seen.
    let isSecure: Bool
    let address: LibraryAddress

    struct Story: Record {
        let book: ID<Book>
        let title: String
        /// Nil if there is nothing to keep.
        let bytes: Int?
        /// Why no device keeps it.
        let note: String?
        let path: String

        static let fields: [Field<Story>] = [
            .text("title") { $0.title },
            .text("size") { $0.bytes.map(ByteCount.text) ?? "" },
            .optionalText("note") { $0.note },
            .text("unpack_href") { "\($0.path)/\($0.book)/unpack" },
        ]
    }

    /// "3 of 20 stories, 412 MB"
    private var countText: String {
        let bytes = stories.reduce(0) { $0 + ($1.bytes ?? 0) }
        return "\(stories.count) of \(JourneyStore.maximumStories) stories"
            + (bytes > 0 ? ", \(ByteCount.text(bytes))" : "")
    }

    static let fields: [Field<JourneyPanel>] = [
        .text("child_name") { $0.child.name },
        .list("stories") { $0.stories },
        .text("count_text") { $0.countText },
        .list("devices") { $0.devices },
        .bool("is_secure") { $0.isSecure },
        .text("list") { $0.address.carried },
    ]
}

/// What a device in Kids Mode keeps for the journey of the child who watches on it.
struct JourneyDeviceText: Record {
    let name: String
    let text: String
    /// Those for which it has no room.
    let note: String?

    static let fields: [Field<JourneyDeviceText>] = [
        .text("name") { $0.name },
        .text("text") { $0.text },
        .optionalText("note") { $0.note },
    ]

    /// Nil if nothing is packed, or the device hasn't said anything yet.
    init?(_ device: KidsDevice, _ stories: [JourneyPanel.Story], _ visit: Visit) throws {
        let stories = stories.filter { $0.note == nil }
        guard !stories.isEmpty, let (at, report) = try visit.journeys.report(of: device) else {
            return nil
        }
        let when = visit.times.relative(at, now: visit.now)
        let kept = stories.filter { report.stories[$0.book] == .kept }
        name = Device.name(device.userAgent)
        let share =
            switch (kept.count, stories.count) {
            case (1, 1): "Has the packed story"
            case (0, 1): "Doesn’t have the packed story yet"
            case (stories.count, _): "Has all \(stories.count) packed stories"
            default: "Has \(kept.count) of \(stories.count) packed stories"
            }
        text = "\(share) (checked \(when))."
        let full = stories.filter { report.stories[$0.book] == .full }
        let titles = Counted.list(full.map { "“\($0.title)”" })
        let room = report.freeBytes.map { ": \(ByteCount.text($0)) left" } ?? ""
        note =
            full.isEmpty
            ? nil : "There isn’t room for \(titles)\(room)."
    }
}

extension Visit {
    /// What is packed of a child's library, as parents see it.
    func journeyStories(of child: Child, on shelf: FamilyShelf, path: String) throws
        -> [JourneyPanel.Story]
    {
        let list = LibraryList(database: database, shelf: shelf, child: child.id)
        return try journeys.packed(by: child.id).compactMap { book in
            guard let shelved = try list.find(book) else { return nil }
            let film = try journeyFilm(of: book)
            return JourneyPanel.Story(
                book: book,
                title: shelved.summary.book.title,
                bytes: film?.bytes,
                note: note(shelved, film, child),
                path: path
            )
        }
    }

    /// Why no device keeps a story; nil if they do.
    private func note(_ shelved: ShelvedBook, _ film: JourneyFilm?, _ child: Child) -> String? {
        if let hidden = child.hiddenText(shelved.summary.categories) { return hidden }
        guard shelved.isOpen else { return "Not available now" }
        if let lack = StoryVideo.lack(of: shelved.video) { return lack }
        return film == nil ? "Can’t be kept: its video isn’t on this server" : nil
    }

    /// What the devices of a family keep for a child.
    func journeyDevices(of child: Child, _ stories: [JourneyPanel.Story]) throws
        -> [JourneyDeviceText]
    {
        guard !stories.isEmpty else { return [] }
        return try kidsDevices.list(of: child.family).filter { $0.child?.id == child.id }
            .compactMap { try JourneyDeviceText($0, stories, self) }
    }

    /// What one device keeps for the child who watches on it.
    func journeyText(of device: KidsDevice, on shelf: FamilyShelf) throws -> JourneyDeviceText? {
        guard let child = device.child else { return nil }
        return try JourneyDeviceText(
            device,
            journeyStories(of: child, on: shelf, path: ""),
            self
        )
    }
}
