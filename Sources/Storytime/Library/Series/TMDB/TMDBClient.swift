import Glibc
import HTTP
import Received

/// Asks TMDB (https://developer.themoviedb.org/reference), one request after another on its caller's
/// thread. The token goes along with requests to its API alone, and no redirect is followed with it.
struct TMDBClient {
    /// The most parts that one request may ask for.
    static let seasonsAtOnce = 20
    private static let attempts = 3
    private static let firstPauseMilliseconds = 500
    /// Nobody should have to wait longer than this.
    private static let longestPauseMilliseconds = 10_000
    private static let pictureSize = "w780"

    private let settings: TMDBSettings
    private let timeoutMilliseconds: Int
    /// When all its requests must be done; nil if nobody waits for their end.
    private let end: ContinuousClock.Instant?
    private let pause: (_ milliseconds: Int) -> Void

    /// `limitSeconds` is for all requests together.
    init(
        _ settings: TMDBSettings,
        timeoutMilliseconds: Int = 20_000,
        limitSeconds: Int? = nil,
        pause: @escaping (_ milliseconds: Int) -> Void = { usleep(UInt32($0) * 1000) }
    ) {
        self.settings = settings
        self.timeoutMilliseconds = timeoutMilliseconds
        end = limitSeconds.map { ContinuousClock.now + .seconds($0) }
        self.pause = pause
    }

    /// The first of the series that have these words in their names, and how many there are.
    func search(_ words: String) throws(TMDBError) -> TMDBResults {
        let answer = try json(
            "/3/search/tv?" + PercentEncoding.encodeQuery([(name: "query", value: words)])
        )
        guard case .list(let results)? = answer["results"] else { throw .unreadable }
        let found = results.compactMap(TMDBSeries.init)
        return TMDBResults(
            series: found,
            total: max(answer["total_results"]?.integer ?? found.count, found.count)
        )
    }

    /// What TMDB says of a series, without its episodes.
    func series(_ id: Int) throws(TMDBError) -> TMDBSeries {
        guard let series = TMDBSeries(try json("/3/tv/\(id)")) else { throw .unreadable }
        return series
    }

    /// Seasons of a series with their episodes: those with these numbers, as far as TMDB has them.
    func seasons(_ numbers: [Int], of id: Int) throws(TMDBError) -> [TMDBSeason] {
        var seasons: [TMDBSeason] = []
        for start in stride(from: 0, to: numbers.count, by: Self.seasonsAtOnce) {
            let part = numbers[start..<min(start + Self.seasonsAtOnce, numbers.count)]
            let names = part.map { "season/\($0)" }
            let query = PercentEncoding.encodeQuery([
                (name: "append_to_response", value: names.joined(separator: ","))
            ])
            let answer = try json("/3/tv/\(id)?\(query)")
            seasons += names.compactMap { answer[$0].flatMap(TMDBSeason.init) }
        }
        return seasons
    }

    /// The picture at a path that TMDB named: “/abc.jpg”.
    func picture(_ path: String) throws(TMDBError) -> ImageFile {
        var fetch = GuardedFetch(
            home: settings.pictures,
            timeoutMilliseconds: timeoutMilliseconds
        )
        fetch.responseLimitBytes = CoverForm.maximumBytes
        let answer: OutgoingAnswer
        do {
            let types = ImageFile.Format.allCases.map(\.mediaType).joined(separator: ", ")
            answer = try fetch.get(
                "\(settings.pictures)/t/p/\(Self.pictureSize)\(path)",
                accepting: types
            )
        } catch {
            throw TMDBError(error)
        }
        guard answer.status != 404 else { throw TMDBError("TMDB no longer has this picture.") }
        if let error = TMDBError(answer) { throw error }
        do {
            return try ImageFile(answer.body)
        } catch {
            throw TMDBError("TMDB sent a picture that can’t be used. \(error.description)")
        }
    }

    // MARK: One request

    private func json(_ path: String) throws(TMDBError) -> JSONValue {
        let answer = try ask(path)
        do {
            return try JSONValue(answer: answer.body)
        } catch {
            throw .unreadable
        }
    }

    /// A request that only reads can be sent again: after a pause that TMDB asks for, or a growing one.
    private func ask(_ path: String) throws(TMDBError) -> OutgoingAnswer {
        guard settings.isOn else { throw .isOff }
        var request = OutgoingRequest(
            url: settings.base.description + path,
            headers: [
                ("Accept", "application/json"), ("Authorization", "Bearer \(settings.token)"),
            ]
        )
        request.allowsPlainHTTP = settings.base.isLoopback
        request.timeoutMilliseconds = timeoutMilliseconds
        var failure = TMDBError.unreadable
        for attempt in 0..<Self.attempts {
            if let end, ContinuousClock.now >= end { throw .tooSlow }
            var wanted = Self.firstPauseMilliseconds << attempt
            do {
                let answer = try Transfer.run(request)
                guard let error = TMDBError(answer) else { return answer }
                failure = error
                if let seconds = answer.headers["retry-after"].flatMap({
                    ReceivedNumber.integer($0)
                }) {
                    wanted = max(wanted, min(max(seconds, 0), 3600) * 1000)
                }
            } catch {
                failure = TMDBError(error)
            }
            guard failure.isPassing, attempt + 1 < Self.attempts,
                wanted <= Self.longestPauseMilliseconds
            else { throw failure }
            pause(wanted)
        }
        throw failure
    }
}
