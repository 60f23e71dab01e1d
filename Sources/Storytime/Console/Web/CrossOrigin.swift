import HTTP

/// Refuses unsafe requests that another site's page made a browser send, without tokens in forms.
///
/// The rules are those of Go's `http.CrossOriginProtection`: browsers say where a request comes
/// from (`Sec-Fetch-Site`, Fetch Metadata §2.3), older ones at least its `Origin` (RFC 6454 §7); a
/// program that sends neither doesn't carry anyone's cookies by accident.
enum CrossOrigin {
    static func check(_ request: Request, publicURL: Origin?) throws(Failure) {
        if request.method.isSafe { return }
        switch request.headers["sec-fetch-site"] {
        case "same-origin", "none": return
        case .some: throw .crossOrigin
        case nil: break
        }
        guard let text = request.headers["origin"] else { return }
        guard let origin = Origin(text) else { throw .crossOrigin }
        if origin == publicURL { return }
        // The scheme is unknown here (a proxy may end TLS), so hosts and ports are compared.
        guard let host = request.headers["host"],
            let own = Origin(isSecure: origin.isSecure, authority: host), own == origin
        else { throw .crossOrigin }
    }
}
