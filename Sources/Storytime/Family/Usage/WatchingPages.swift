import HTTP
import Server

/// What the console's own player reports about a story that a parent watches with a child: the
/// events of the API (`UsageAPI`), sent by one of our pages with the browser's cookie.
///
/// They are not part of the API, where cookies have no effect. Pages of other sites can't send
/// them in a parent's name: the origin of requests is checked (`CrossOrigin`), as for all forms.
enum WatchingPages {
    static let path = "/usage_events"

    static let routes = [
        post("/usage_events", for: .parent) { visit in
            try UsageAPI.record(visit, Sent(visit: visit)).response(to: visit)
        }
    ]
}
