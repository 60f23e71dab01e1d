import HTTP
import Quill
import SQLite

/// An error as a helpful page or as JSON: what happened, and what to do now.
struct Trouble: Sendable, Equatable {
    let status: Status
    /// A stable word for programs.
    let code: String
    let heading: String
    let message: String
    var hint: String?
    var headers: [(String, String)] = []
    /// The message for a program, if the page's words would be odd.
    var messageToPrograms: String?
    /// Which members that a program sent are wrong, and why.
    var details: [ErrorDetail] = []

    static func == (one: Trouble, other: Trouble) -> Bool {
        one.status == other.status && one.code == other.code && one.message == other.message
    }
}

extension Trouble {
    init(_ failure: Failure) {
        switch failure {
        case .notFound:
            self.init(
                status: 404,
                code: "not_found",
                heading: "Page not found",
                message: "This page doesn’t exist, or you can’t see it.",
                hint: "Check the address. The page may have been deleted.",
                messageToPrograms: "Not found."
            )
        case .badRequest(let message):
            self.init(
                status: 400,
                code: "bad_request",
                heading: "The request can’t be read",
                message: message,
                hint: "Go back and try again."
            )
        case .crossOrigin:
            self.init(
                status: 403,
                code: "cross_origin",
                heading: "This came from another site",
                message: "A page of another site tried to send this form. Nothing was changed.",
                hint: "If it was you, open the page here and send the form again. Behind a proxy, "
                    + "STORYTIME_PUBLIC_URL must be the address in the browser."
            )
        case .methodNotAllowed(let allowed):
            self.init(
                status: 405,
                code: "method_not_allowed",
                heading: "This can’t be done here",
                message: "This address doesn’t accept that kind of request.",
                headers: [("Allow", allowed.map(\.name).joined(separator: ", "))]
            )
        case .notSignedIn, .kidsModeEnded:
            self.init(
                status: 401,
                code: "not_signed_in",
                heading: "Sign in first",
                message: "This page is for people who are signed in.",
                headers: [Self.challenge],
                messageToPrograms: "Send a valid token."
            )
        case .notConfirmed:
            self.init(
                status: 403,
                code: "not_confirmed",
                heading: "Please confirm it’s you",
                message: "You need to confirm it’s you before this can be done."
            )
        case .conflict(let message):
            self.init(
                status: 409,
                code: "conflict",
                heading: "Something has changed",
                message: message
            )
        case .linkIsUsedUp:
            self.init(
                status: 404,
                code: "link_used_up",
                heading: "This link no longer works",
                message: "It has been used, was canceled, or has expired.",
                hint: "Ask the person who sent it for a new one."
            )
        case .unsupportedMediaType:
            self.init(
                status: 415,
                code: "unsupported_media_type",
                heading: "The request can’t be read",
                message: "This form accepts application/x-www-form-urlencoded and "
                    + "multipart/form-data."
            )
        case .tooLarge(let limit):
            self.init(
                status: 413,
                code: "too_large",
                heading: "Too large",
                message: "The limit is \(ByteCount.text(limit)). Nothing was saved.",
                hint: "Go back and choose a smaller file."
            )
        case .diskFull:
            self.init(
                status: 507,
                code: "disk_full",
                heading: "The disk is full",
                message: "The server has no space left for anything new. Nothing was saved.",
                hint: "Free some space on the server, then try again; no restart is needed."
            )
        case .tooManyChanges(let seconds):
            self.init(
                status: 429,
                code: "too_many_requests",
                heading: "Too many changes",
                message: "Your family has saved something \(Counted.number(SaveLimit.mostAnHour)) "
                    + "times within an hour. This one wasn’t saved.",
                hint: "Go back to find what you typed, and try again \(Self.wait(seconds)).",
                headers: [("Retry-After", String(seconds))]
            )
        }
    }

    /// Errors of a database that can't do its work. Nothing was changed in any of these cases: a
    /// transaction is whole or not there.
    init(_ error: SQLiteError) {
        let unchanged = "Nothing was changed. Go back to find what you typed."
        if error.isBusy {
            self.init(
                status: 503,
                code: "database_busy",
                heading: "The database is busy",
                message: "Another program is using the database. \(unchanged)",
                hint: "Try again in a moment.",
                headers: [("Retry-After", "2")]
            )
        } else if error.isInterrupted {
            self.init(
                status: 503,
                code: "database_busy",
                heading: "This took too long",
                message: "The request took too long, so it was stopped. "
                    + unchanged,
                hint: "Try a smaller request, or try again later.",
                headers: [("Retry-After", "60")]
            )
        } else if error.isFull {
            self.init(
                status: 503,
                code: "disk_full",
                heading: "The disk is full",
                message: "There is no space left to save this. \(unchanged)",
                hint: "Free some space on the server, then try again; no restart is needed.",
                headers: [("Retry-After", "60")]
            )
        } else if error.isReadOnly {
            self.init(
                status: 503,
                code: "database_read_only",
                heading: "Nothing can be saved right now",
                message: "The database is read-only at the moment. \(unchanged)",
                hint: "Check that the server can write to its data folder.",
                headers: [("Retry-After", "60")]
            )
        } else if error.isCorrupt {
            self.init(
                status: 503,
                code: "database_damaged",
                heading: "The database is damaged",
                message: "Part of the database can’t be read. \(unchanged)",
                hint: "Restore the last backup with “storytime restore”.",
                headers: [("Retry-After", "60")]
            )
        } else if error.isIOError {
            // It is unknown whether the last write succeeded; everything answered before is on the
            // disk.
            self.init(
                status: 503,
                code: "disk_error",
                heading: "The disk doesn’t answer",
                message: "The database can’t be read or written at the moment. Go back to find "
                    + "what you typed.",
                hint: "Check the disk and the permissions of the data folder, then check if it was "
                    + "saved before you send it again.",
                headers: [("Retry-After", "60")]
            )
        } else {
            self = .internalError
        }
    }

    /// A folder of the server can't be written.
    static let notSaved = Trouble(
        status: 503,
        code: "folder_not_writable",
        heading: "Nothing can be saved right now",
        message: "The server can’t write to the folder where this belongs. Nothing was saved.",
        hint: "The System page tells the console’s admin which folder it is and how to fix it; "
            + "no restart is needed.",
        headers: [("Retry-After", "60")]
    )

    static let internalError = Trouble(
        status: 500,
        code: "internal_error",
        heading: "Something went wrong here",
        message: "It’s our mistake, not yours. The error has been logged.",
        hint: "Try again. If it keeps happening, tell the console’s admin the number below."
    )

    /// "in 40 seconds", "in 3 minutes".
    static func wait(_ seconds: Int) -> String {
        seconds < 60
            ? "in \(Counted.text(max(seconds, 1), "second", "seconds"))"
            : "in \(Counted.text((seconds + 59) / 60, "minute", "minutes"))"
    }
}

/// The page of every error in Kids Mode: a drawing and the way back. What went wrong is nothing for
/// a child.
struct KidsErrorPage: PageForKids {
    static let template = "console/errors/kids.html"

    let trouble: Trouble

    static let fields: [Field<KidsErrorPage>] = [
        .int("status") { $0.trouble.status.code },
        .bool("is_missing") { $0.trouble.status == 404 },
        .optionalText("manifest_href") { _ in nil },
    ]
}

/// The page of every error.
struct ErrorPage: Page {
    static let template = "console/errors/error.html"

    let trouble: Trouble
    /// To the start page, and not to sign in.
    let leadsToStart: Bool

    static let fields: [Field<ErrorPage>] = [
        .int("status") { $0.trouble.status.code },
        .text("heading") { $0.trouble.heading },
        .text("message") { $0.trouble.message },
        .optionalText("hint") { $0.trouble.hint },
        .text("home_href") { _ in "/" },
        .text("home_label") { $0.leadsToStart ? "Go to the start page" : "Go to sign in" },
    ]
}
