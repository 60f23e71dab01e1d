import HTTP
import SQLite

/// The videos that something is to be done to.
enum VideoTarget: Sendable, Equatable {
    /// Those that were ticked.
    case checked([ID<VideoAsset>])
    /// All that a filter lets through, whichever page they are on.
    case matching(VideoFilter)

    /// Nil when nothing was ticked.
    init?(_ fields: Fields, _ address: VideoListAddress) throws {
        guard !fields.isOn("all") else {
            self = .matching(address.request.filter)
            return
        }
        let ids = fields.all("ids").map { ID<VideoAsset>(pathSegment: $0[...]) }
        guard ids.count <= VideoListAddress.perPageChoices.max() ?? 0, !ids.contains(nil) else {
            throw Failure.badRequest("“ids” must be videos on one page of the list.")
        }
        guard !ids.isEmpty else { return nil }
        self = .checked(Array(Set(ids.compactMap(\.self))).sorted { $0.value < $1.value })
    }

    /// What a form carries of them.
    var fields: [(name: String, value: String)] {
        switch self {
        case .checked(let ids): ids.map { (name: "ids", value: String($0.value)) }
        case .matching: [(name: "all", value: "1")]
        }
    }

    /// Those that are there, the newest first and at most so many.
    func assets(_ list: VideoList, limit: Int) throws -> [VideoAsset] {
        switch self {
        case .checked(let ids): return try list.find(ids)
        case .matching(let filter):
            let request = VideoListRequest(filter: filter)
            return try list.next(limit, request, after: nil, upTo: .max)
        }
    }
}

/// Does to many videos what was confirmed: at once here, and in the background what Mux is to be
/// asked for.
struct VideoBulk {
    /// So many at once: Mux takes some requests a second, and one a second that make something.
    static let mostAtOnce = 1000

    /// What would be done.
    struct Plan: Sendable {
        /// All that were chosen, or one more than may be.
        let all: [VideoAsset]
        /// Those of them that the act changes.
        let meant: [VideoAsset]

        var isTooMuch: Bool { all.count > VideoBulk.mostAtOnce }
    }

    /// Why nothing was done.
    enum Refusal: Error, Equatable {
        /// It would be another number of videos now than the one that was confirmed.
        case countIsAnother
    }

    let actions: VideoActions
    let list: VideoList
    let jobs: JobStore

    func plan(_ act: VideoAct, _ target: VideoTarget) throws -> Plan {
        let all = try target.assets(list, limit: Self.mostAtOnce + 1)
        return Plan(all: all, meant: all.filter(act.concerns))
    }

    /// What came of it.
    struct Result: Sendable, Equatable {
        var done = 0
        /// Those that are left to the background.
        var queued = 0
        /// Why some could not be done, in words for people.
        var refusals: [String] = []
    }

    func run(_ act: VideoAct, on target: VideoTarget, expecting count: Int, by actor: Actor) throws
        -> Result
    {
        try list.database.write {
            let plan = try plan(act, target)
            guard plan.meant.count == count, !plan.isTooMuch else { throw Refusal.countIsAnother }
            let isAsked = { (asset: VideoAsset) in
                VideoActions.asksMux(act, of: asset) && (act == .retry || actions.client.canCall)
            }
            let now = plan.meant.filter { !isAsked($0) }
            let later = plan.meant.filter(isAsked)
            var result = Result(queued: later.count)
            for asset in now {
                do {
                    try actions.perform(act, on: asset.id, by: actor)
                    result.done += 1
                } catch let refusal as LocalVideos.Refusal {
                    result.refusals.append("\(asset.subject.label): \(refusal.description)")
                }
            }
            if !later.isEmpty {
                try jobs.add(
                    .videos,
                    VideoWork(act: act, ids: later.map(\.id.value), by: actor),
                    label: act.question(later.count)
                )
            }
            return result
        }
    }
}

/// What is asked of Mux for many videos, one after the other.
struct VideoWork: Codable, Sendable {
    let act: VideoAct
    let ids: [Int]
    let actorID: Int?
    let actorName: String

    init(act: VideoAct, ids: [Int], by actor: Actor) {
        self.act = act
        self.ids = ids
        actorID = actor.id
        actorName = actor.name
    }

    /// Begun again, it finds done what it has done. What Mux refuses holds up nothing else, and is
    /// told at the end.
    static func run(_ run: JobRun) throws {
        let work = try run.payload(VideoWork.self)
        let actor = Actor(id: work.actorID, name: work.actorName)
        var refused: [String] = []
        for (index, id) in work.ids.enumerated() {
            try run.beat(percent: index * 100 / work.ids.count)
            let actions = VideoActions(
                database: run.database,
                client: run.muxClient,
                now: run.now,
                site: run.site
            )
            let asset = try VideoStore(database: run.database, now: run.now).find(ID(id))
            guard work.act.concerns(asset) else { continue }
            do {
                try actions.perform(work.act, on: asset.id, by: actor)
            } catch let error as MuxError {
                refused.append("\(asset.subject.label): \(error.description)")
            }
        }
        guard let first = refused.first else { return }
        let count = Counted.text(refused.count, "video", "videos")
        throw JobFailure("Not done for \(count). \(first)")
    }
}

extension JobKind {
    /// Deletes videos at Mux, or has it fetch them again.
    static let videos = JobKind(
        name: "videos",
        title: "Bulk changes at Mux",
        handle: VideoWork.run
    )
}
