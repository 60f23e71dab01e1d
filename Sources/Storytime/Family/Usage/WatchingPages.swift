import HTTP
import Server

/// What the console's own player tells of a story that a parent watches with a child: the events of
/// the API (`UsageAPI`), sent by a page of ours with the browser's cookie.
///
/// They are no part of the API, where a cookie opens nothing. Pages of other sites can't send them in a
/// parent's name: requests are held against where they come from (`CrossOrigin`) as all forms are.
enum WatchingPages {
    static let path = "/usage_events"

    static let routes = [
        post("/usage_events", for: .parent) { visit in
            try UsageAPI.record(visit, Sent(visit: visit)).response(to: visit)
        }
    ]
}
