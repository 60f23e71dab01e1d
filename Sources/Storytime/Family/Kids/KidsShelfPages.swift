import HTTP
import Quill
import Server

/// What a child sees: the shelf and the player, and "Who is watching?" on a device of several
/// children.
enum KidsShelfPages {
    static let path = "/kids"

    static let routes: [Route] = [
        get("/kids", for: .everyone, show).sharedWithChildren(),
        get("/kids/open/{id}", for: .everyone, open).sharedWithChildren(),
        get("/kids/who", for: .child, who),
        // The PIN is a matter of scrypt.
        post("/kids/child", for: .child, lane: .signIn, choose),
        get("/kids/watch/{id}", for: .child, watch),
        get("/kids/stories/{id}", for: .child, story),
        get("/kids/series/{id}", for: .child, series),
    ]

    // MARK: The shelf

    /// The shelf of the device's child. For a parent it is the way in, and where Kids Mode has ended
    /// it says so.
    static func show(_ visit: Visit) throws -> Response {
        guard visit.visitor.device != nil else { return try outside(visit) }
        let device = try visit.kidsDevice()
        var response = try visit.page(page(of: device, visit))
        // Browsers keep a cookie for so long only; a device that is used stays in Kids Mode. Only for a
        // page that is opened: what a script fetches may arrive after a newer cookie.
        if let cookie = visit.cookie(.session), visit.request.query == nil,
            visit.request.headers["sec-fetch-mode"] ?? "navigate" == "navigate"
        {
            visit.keepDevice(cookie, in: &response)
        }
        return response
    }

    private static func page(of device: KidsDevice, _ visit: Visit) throws -> any Page {
        guard device.isInOrder, !device.children.isEmpty else { return KidsMessagePage.lost }
        guard let child = device.child else {
            guard device.isPermanent else { return KidsMessagePage.lost }
            return KidsWhoPage(device: device)
        }
        let library = KidsLibrary(
            device: device,
            child: child,
            shelf: visit.shelf(of: device.family)
        )
        let query = try visit.query()
        let number = min(max(try visit.pageNumber(), 1), 1000)
        let categories =
            child.settings.showsCategories ? try library.categories(visit.categories) : []
        let category = query.text("category").flatMap { ID<Category>(pathSegment: $0[...]) }
        let (covers, hasMore) = try library.page(number, in: category)
        let isStart = number == 1 && category == nil
        return KidsShelfPage(
            device: device,
            child: child,
            continuing: isStart ? try library.continued(now: visit.now) : [],
            playlists: isStart ? try KidsPlaylists(library: library).shelves() : [],
            covers: covers,
            categories: categories,
            category: category,
            moreNumber: hasMore ? number + 1 : nil,
            hasPhotos: try visit.gallery().hasPhotos(),
            hasWords: try child.settings.mayReadAlong
                && visit.keptWords.count(of: .child(child.id), in: device.family.id) > 0
        )
    }

    /// For somebody who isn't in Kids Mode.
    static func outside(_ visit: Visit) throws -> Response {
        switch visit.session?.user.role {
        case .parent: return try visit.redirect(to: KidsSettingsPages.path)
        case .admin: throw Failure.notFound
        case nil:
            guard HandedDevice.isCookie(visit.cookie(.session)) else { throw Failure.notSignedIn }
            return try visit.page(KidsMessagePage.ended)
        }
    }

    /// Where a home screen's icon leads: to a child's shelf if the device is theirs.
    static func open(_ visit: Visit, _ id: ID<Child>) throws -> Response {
        if visit.visitor.device != nil {
            let device = try visit.kidsDevice()
            guard device.child?.id != id, device.children.contains(where: { $0.id == id }) else {
                return try visit.redirect(to: path)
            }
            return try visit.redirect(to: "/kids/who")
        }
        guard visit.session?.user.role == .parent else {
            guard visit.session == nil else { throw Failure.notFound }
            guard !HandedDevice.isCookie(visit.cookie(.session)) else {
                return try visit.redirect(to: path)
            }
            throw Failure.notSignedIn
        }
        let child = try visit.children.find(id, of: visit.family().family.id)
        return try visit.page(KidsHandoverPage(child: child))
    }

    // MARK: Who is watching?

    static func who(_ visit: Visit) throws -> Response {
        let device = try visit.kidsDevice()
        guard device.isInOrder, !device.children.isEmpty else {
            return try visit.page(KidsMessagePage.lost)
        }
        return try visit.page(KidsWhoPage(device: device))
    }

    static func choose(_ visit: Visit) throws -> Response {
        let device = try visit.kidsDevice()
        let fields = try visit.fields()
        guard device.isInOrder, let text = fields.text("child"),
            let id = ID<Child>(pathSegment: text[...]),
            let child = device.children.first(where: { $0.id == id })
        else { throw Failure.notFound }
        guard device.child?.id != id else { return try visit.redirect(to: path) }
        if !device.switchesFreely, device.child != nil {
            let typed = fields.text("pin")
            guard let typed, !typed.isEmpty else {
                return try visit.page(
                    KidsWhoPage(
                        device: device,
                        chosen: child,
                        trouble: visit.pinTrouble(on: device)
                    )
                )
            }
            guard let pin = KidsPIN(typed) else {
                return try visit.page(
                    KidsWhoPage(device: device, chosen: child, trouble: .malformed),
                    status: 422
                )
            }
            let verdict = try visit.kidsPINs.judge(pin, on: device)
            guard verdict == .right else {
                let page = KidsWhoPage(
                    device: device,
                    chosen: child,
                    trouble: PINTrouble(verdict)
                )
                return try visit.pinPage(page, after: verdict)
            }
        }
        let ticket = try visit.kidsDevices.choose(id, on: device)
        var response = try visit.redirect(to: path)
        visit.keepDevice(HandedDevice.cookie(ticket), in: &response)
        return response
    }

    // MARK: A series

    /// All stories of a series, in their order.
    static func series(_ visit: Visit, _ id: ID<Series>) throws -> Response {
        let library = try visit.kidsLibrary()
        let number = min(max(try visit.pageNumber(), 1), 1000)
        let (name, next, stories, hasMore) = try library.series(id, number)
        return try visit.page(
            KidsSeriesPage(
                child: library.child,
                id: id,
                name: name,
                next: next,
                stories: stories,
                moreNumber: hasMore ? number + 1 : nil
            )
        )
    }

    // MARK: A story

    /// The player by its own address: where a reload and a typed address lead.
    static func watch(_ visit: Visit, _ book: ID<Book>) throws -> Response {
        let library = try visit.kidsLibrary()
        let (shelved, asset, playback) = try library.film(of: book, visit)
        return try visit.page(
            KidsWatchPage(
                child: library.child,
                story: KidsStory(
                    shelved,
                    asset,
                    playback,
                    try visit.seriesCaptions.memory(of: library.child.id, for: book),
                    following: try library.following(book)
                )
            )
        )
    }

    /// What the player needs of a story besides its film.
    static func story(_ visit: Visit, _ book: ID<Book>) throws -> Response {
        let library = try visit.kidsLibrary()
        let (shelved, asset, playback) = try library.film(of: book, visit)
        let memory = try visit.seriesCaptions.memory(of: library.child.id, for: book)
        let story = KidsStory(
            shelved,
            asset,
            playback,
            memory,
            following: try library.following(book)
        )
        return Response(json: JSONWriter.bytes { $0.record(story) })
    }
}

extension Visit {
    /// The page again after a PIN that was wrong, or that came too early.
    func pinPage(_ page: some Page, after verdict: KidsPINDesk.Verdict) throws -> Response {
        guard case .mustWait(let seconds) = verdict else {
            return try self.page(page, status: 422)
        }
        var response = try self.page(page, status: 429)
        response.headers.add("Retry-After", String(seconds))
        return response
    }
}
