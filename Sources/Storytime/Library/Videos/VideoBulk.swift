import HTTP
import SQLite

typealias VideoTarget = ListTarget<VideoFilter>

extension VideoTarget {
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

/// Does to many videos what was confirmed: at once here, and in the background if it needs calls
/// to Mux.
struct VideoBulk {
    /// The maximum at once: Mux accepts some requests a second, and one a second that creates
    /// something.
    static let mostAtOnce = 1000

    /// What would be done.
    struct Plan: Sendable {
        /// All that were chosen, or one more than the maximum.
        let all: [VideoAsset]
        /// Those of them that the action changes.
        let affected: [VideoAsset]

        var isTooMuch: Bool { all.count > VideoBulk.mostAtOnce }
    }

    /// Why nothing was done.
    enum Refusal: Error, Equatable {
        /// The number of videos is no longer the one that was confirmed.
        case countIsAnother
    }

    let actions: VideoActions
    let list: VideoList
    let jobs: JobStore

    func plan(_ act: VideoAct, _ target: VideoTarget) throws -> Plan {
        let all = try target.assets(list, limit: Self.mostAtOnce + 1)
        var affected = all.filter(act.concerns)
        if let size = act.size {
            let having = try VideoVersionStore(database: list.database, now: list.now)
                .having(size, among: affected.map(\.id))
            affected.removeAll { having.contains($0.id) }
        }
        return Plan(all: all, affected: affected)
    }

    /// The result.
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
            guard plan.affected.count == count, !plan.isTooMuch else {
                throw Refusal.countIsAnother
            }
            let isAsked = { (asset: VideoAsset) in
                VideoActions.asksMux(act, of: asset) && (act == .retry || actions.client.canCall)
            }
            let now = plan.affected.filter { !isAsked($0) }
            let later = plan.affected.filter(isAsked)
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

/// A bulk action that needs calls to Mux, one after another.
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

    /// If it is started again, it skips what it has done. A refusal by Mux doesn't hold up the
    /// others, and is reported at the end.
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
        lane: .outgoing,
        handle: VideoWork.run
    )
}
