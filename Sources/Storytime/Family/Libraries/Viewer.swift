/// With whose eyes books are looked at. Everything that is sent by itself, beside the pages (covers,
/// films, captions, posters, addresses at Mux), asks here whether it may be.
enum Viewer {
    /// Who keeps the catalog, and sees all of it, wherever its rights are given. Days end in the configured
    /// zone.
    case keeper(timeZone: String)
    /// Parents, and whoever looks for them.
    case family(FamilyShelf)
    /// A child, for whom a program of the parents asks.
    case child(ChildShelf)
    /// A child in Kids Mode, who sees the own library and nothing else.
    case kids(KidsLibrary)

    /// Whether a picture may be seen, in whatever size.
    func maySee(_ cover: CoverName) throws -> Bool {
        switch self {
        case .keeper: true
        case .family(let shelf): try shelf.maySee(cover)
        case .child(let shelf): try shelf.maySee(cover)
        case .kids(let library): try library.maySee(cover)
        }
    }

    /// Whether a video may be had, and everything that is made of it.
    func mayWatch(_ video: VideoAsset) throws -> Bool {
        switch self {
        case .keeper: true
        case .family(let shelf): try shelf.mayWatch(video)
        case .child(let shelf): try shelf.mayWatch(video)
        case .kids(let library): try library.mayWatch(video)
        }
    }

    /// The family that looks; nil for those who keep the catalog, and for programs, which bring their own
    /// captions.
    var family: ID<Family>? {
        switch self {
        case .keeper, .child: nil
        case .family(let shelf): shelf.family
        case .kids(let library): library.shelf.family
        }
    }

    /// When the rights to a book end for good, of which these are all windows; nil where no end is
    /// known. Who keeps the catalog looks at a video before its first window opens, but never after
    /// the last one.
    func rightsEnd(_ windows: [RightsWindow]) -> Int? {
        switch self {
        case .keeper(let timeZone):
            RightsStanding.lastEnd(of: windows, in: timeZone)
        case .family(let shelf):
            RightsStanding(shelf.rights, windows).end(in: shelf.timeZone)
        case .child(let shelf):
            RightsStanding(shelf.family.rights, windows).end(in: shelf.family.timeZone)
        case .kids(let library):
            RightsStanding(library.shelf.rights, windows).end(in: library.shelf.timeZone)
        }
    }
}

extension Visit {
    /// The eyes of whoever is signed in. A parent without a family sees nothing.
    func viewer() throws -> Viewer {
        if visitor.device != nil { return .kids(try kidsLibrary()) }
        return session?.user.role == .admin ? keeper : .family(shelf(of: try family().family))
    }

    /// The eyes with which admins look at their own pages.
    var keeper: Viewer { .keeper(timeZone: site.configuration.timeZone) }
}
