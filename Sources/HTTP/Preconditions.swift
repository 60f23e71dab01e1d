/// What is known about the current version of a requested representation.
package struct Validators: Sendable, Equatable {
    package var etag: EntityTag?
    /// Seconds since 1970.
    package var lastModified: Int?

    package init(etag: EntityTag? = nil, lastModified: Int? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// Conditional requests (RFC 9110 §13), as a function of the request's fields and the validators.
package enum Preconditions {
    package enum Outcome: Sendable, Equatable {
        case proceed
        /// 304: the client has it.
        case notModified
        /// 412: it is not what the client thinks.
        case failed
    }

    /// In the order of §13.2.2: If-Match, else If-Unmodified-Since; then If-None-Match, else
    /// If-Modified-Since. A date that cannot be read is ignored, as §13.1.3 and §13.1.4 ask.
    package static func evaluate(
        _ method: Method,
        _ headers: Headers,
        _ validators: Validators
    ) -> Outcome {
        if headers.contains("If-Match") {
            guard matches(headers.all("If-Match"), validators, strongly: true) else {
                return .failed
            }
        } else if let date = date(headers, "If-Unmodified-Since"),
            let modified = validators.lastModified
        {
            guard modified <= date else { return .failed }
        }
        let isRead = method == .get || method == .head
        if headers.contains("If-None-Match") {
            guard matches(headers.all("If-None-Match"), validators, strongly: false) else {
                return .proceed
            }
            return isRead ? .notModified : .failed
        }
        if isRead, let date = date(headers, "If-Modified-Since"),
            let modified = validators.lastModified
        {
            return modified <= date ? .notModified : .proceed
        }
        return .proceed
    }

    /// §13.1.5: whether a Range field counts. A weak tag never matches, a date only if it is
    /// exactly the same.
    package static func allowsRange(_ headers: Headers, _ validators: Validators) -> Bool {
        guard let condition = headers["If-Range"] else { return true }
        if let tag = EntityTag(condition) {
            return validators.etag.map { $0.matchesStrongly(tag) } ?? false
        }
        guard let date = HTTPDate.parse(condition) else { return false }
        return validators.lastModified == date
    }

    private static func matches(
        _ lists: [String],
        _ validators: Validators,
        strongly: Bool
    ) -> Bool {
        lists.contains { list in
            // "*" matches any current version, and there is one.
            if list == "*" { return true }
            guard let etag = validators.etag else { return false }
            return EntityTag.list(list).contains {
                strongly ? etag.matchesStrongly($0) : etag.matchesWeakly($0)
            }
        }
    }

    private static func date(_ headers: Headers, _ name: String) -> Int? {
        headers[name].flatMap { HTTPDate.parse($0) }
    }
}
