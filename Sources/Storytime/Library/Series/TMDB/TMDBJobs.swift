import Glibc
import SQLite
import Server

/// Takes the episodes of a series from TMDB, and its cover if it has none: in the background, because
/// many seasons need many requests.
enum TMDBJobs {
    /// For all that is asked: other jobs that ask servers wait for this one.
    private static let limitSeconds = 60

    private struct Payload: Codable {
        let series: Int
        /// Who wanted it.
        let actorID: Int?
        let actorName: String
    }

    static func queue(_ series: Series, by actor: Actor, _ jobs: JobStore) throws {
        try jobs.add(
            .refreshSeries,
            Payload(series: series.id.value, actorID: actor.id, actorName: actor.name),
            label: "“\(series.name)” from TMDB"
        )
    }

    fileprivate static func run(_ run: JobRun) throws {
        let payload = try run.payload(Payload.self)
        let actor = Actor(id: payload.actorID, name: payload.actorName)
        let store = SeriesStore(database: run.database, now: run.now)
        // It may be in the bin by now, or have lost its number.
        guard let series = try store.findIfAny(ID(payload.series)),
            let number = series.externalID
        else { return }
        let client = TMDBClient(
            run.site.configuration.tmdb,
            timeoutMilliseconds: 10_000,
            limitSeconds: limitSeconds
        ) { milliseconds in
            for _ in 0..<(milliseconds / 100) where !run.isStopping { usleep(100_000) }
        }
        do {
            let found = try client.series(number)
            let seasons = try client.seasons(found.seasons, of: number)
            try run.beat()
            let refresh = TMDBRefresh(database: run.database, now: run.now, actor: actor)
            _ = try refresh.update(series.id, found, seasons)
            try takeCover(of: series.id, found, client, run, actor)
        } catch let error as TMDBError {
            throw JobFailure(error.description, isFinal: !error.isPassing)
        }
    }

    /// A picture that can't be had is no reason to do everything again.
    private static func takeCover(
        of id: ID<Series>,
        _ found: TMDBSeries,
        _ client: TMDBClient,
        _ run: JobRun,
        _ actor: Actor
    ) throws {
        let store = SeriesStore(database: run.database, now: run.now)
        guard let path = found.poster, let series = try store.findIfAny(id), series.cover == nil
        else { return }
        let image: ImageFile
        do {
            image = try client.picture(path)
        } catch {
            run.site.log.note("cover from TMDB: \(error.description)")
            return
        }
        let configuration = run.site.configuration
        let covers = CoverStore(
            database: run.database,
            now: run.now,
            folder: CoverFolder(configuration)
        )
        do {
            _ = try covers.update(series: id, version: series.version, .picture(image), by: actor) {
                let jobs = JobStore(database: run.database, now: run.now)
                try CoverSizing.queue($0.cover, of: $0.name, configuration, jobs)
            }
        } catch SeriesStore.Refusal.changedMeanwhile {
            // Somebody is at it.
        }
    }
}

extension JobKind {
    static let refreshSeries = JobKind(
        name: "tmdb-series",
        title: "Taking a series from TMDB",
        lane: .outgoing,
        handle: TMDBJobs.run
    )
}
