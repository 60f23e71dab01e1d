import HTTP
import SQLite

/// `POST /webhooks/mux`: Mux reports on a video.
///
/// Mux isn't a browser: it has no session, sends neither Origin nor Sec-Fetch-Site, and proves
/// itself by its signature alone. Anything not answered with 2xx it sends again for a day.
enum MuxWebhook {
    static let path = "/webhooks/mux"
    static let routes = [post("/webhooks/mux", for: .everyone, receive)]

    static func receive(_ visit: Visit) throws -> Response {
        let settings = visit.site.configuration.mux
        // Without a secret nothing can be trusted: the address doesn't exist yet, and Mux tries
        // again.
        guard settings.canReceive else { throw Failure.notFound }
        guard visit.contentType == "application/json" else { throw Failure.unsupportedMediaType }
        guard let body = visit.request.body.memory else {
            throw Failure.tooLarge(limit: BodyLimit.formBytes)
        }
        do {
            try MuxSignature.check(
                visit.request.headers["mux-signature"],
                of: body,
                secret: settings.webhookSecret,
                now: visit.now
            )
        } catch let refusal as MuxSignature.Refusal {
            if let note = visit.site.shared[RefusedWebhooks.self].note(refusal, now: visit.now) {
                visit.site.log.note(note)
            }
            return Response(status: 400, text: "Refused: \(refusal.rawValue).\n")
        }
        let inbox = MuxInbox(database: visit.database, now: visit.now)
        let number = try inbox.keep(body)
        do {
            try inbox.apply(number)
            visit.site.vitals.jobBell.ring()
        } catch {
            // It is kept, so Mux has done its part; it will be applied again later.
            visit.site.log.error("webhook \(number)", visit.requestID, error)
        }
        return Response(status: 200, text: "Thank you.\n")
    }
}
