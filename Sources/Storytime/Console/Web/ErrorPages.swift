import HTTP
import Quill
import SQLite

/// What went wrong, as a page or as JSON that helps: what happened, and what to do now.
struct Trouble: Sendable, Equatable {
    let status: Status
    /// A stable word for programs.
    let code: String
    let heading: String
    let message: String
    var hint: String?
    var headers: [(String, String)] = []
    /// The message to a program, where a page's words would be odd.
    var messageToPrograms: String?
    /// What is wrong with which member of what a program sent.
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
                heading: "There is nothing here",
                message: "This page doesn’t exist, or it isn’t yours to see.",
                hint: "The address may be misspelt, or what it led to was deleted.",
                messageToPrograms: "There is no such thing, or it isn’t yours to see."
            )
        case .badRequest(let message):
            self.init(
                status: 400,
                code: "bad_request",
                heading: "That can’t be read",
                message: message,
                hint: "Go back and try again."
            )
        case .crossOrigin:
            self.init(
                status: 403,
                code: "cross_origin",
                heading: "This came from another site",
                message: "A page of another site tried to send this form. Nothing was changed.",
                hint: "If it was you: open the page here and send the form again. Behind a proxy, "
                    + "STORYTIME_PUBLIC_URL must be the address in the browser."
            )
        case .methodNotAllowed(let allowed):
            self.init(
                status: 405,
                code: "method_not_allowed",
                heading: "That can’t be done here",
                message: "This address doesn’t take that kind of request.",
                headers: [("Allow", allowed.map(\.name).joined(separator: ", "))]
            )
        case .notSignedIn:
            self.init(
                status: 401,
                code: "not_signed_in",
                heading: "Sign in first",
                message: "This page is for people who are signed in.",
                headers: [Self.challenge],
                messageToPrograms: "Show a token of somebody who may sign in."
            )
        case .notConfirmed:
            self.init(
                status: 403,
                code: "not_confirmed",
                heading: "Prove that it is you",
                message: "This is done only for someone who has just said who they are."
            )
        case .conflict(let message):
            self.init(
                status: 409,
                code: "conflict",
                heading: "Something changed in between",
                message: message
            )
        case .linkIsUsedUp:
            self.init(
                status: 404,
                code: "link_used_up",
                heading: "This link works no more",
                message: "It was used already, taken back, or is too old.",
                hint: "Ask whoever sent it to you for a new one."
            )
        case .unsupportedMediaType:
            self.init(
                status: 415,
                code: "unsupported_media_type",
                heading: "That can’t be read",
                message: "This form takes application/x-www-form-urlencoded and "
                    + "multipart/form-data."
            )
        case .tooLarge(let limit):
            self.init(
                status: 413,
                code: "too_large",
                heading: "That is too large",
                message: "At most \(ByteCount.text(limit)) are taken here. Nothing was saved.",
                hint: "Go back and choose a smaller file."
            )
        case .diskFull:
            self.init(
                status: 507,
                code: "disk_full",
                heading: "The disk is full",
                message: "There is no room on the server for what was sent. Nothing was saved.",
                hint: "Free some space on the server, then try again; no restart is needed."
            )
        }
    }

    /// What the database says when it can't do its work. Nothing was changed in any of these cases:
    /// a transaction is whole or not there.
    init(_ error: SQLiteError) {
        let unchanged = "Nothing was changed. What you typed is still there when you go back."
        if error.isBusy {
            self.init(
                status: 503,
                code: "database_busy",
                heading: "The database is busy",
                message: "Another program holds the database. \(unchanged)",
                hint: "Try again in a moment.",
                headers: [("Retry-After", "2")]
            )
        } else if error.isInterrupted {
            self.init(
                status: 503,
                code: "database_busy",
                heading: "This took too long",
                message: "It took more time than one request may have, so it was stopped. "
                    + unchanged,
                hint: "Ask for less at once, or try again later.",
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
                heading: "Nothing can be saved now",
                message: "The database can only be read at the moment. \(unchanged)",
                hint: "Check that the server may write to its data folder.",
                headers: [("Retry-After", "60")]
            )
        } else if error.isCorrupt {
            self.init(
                status: 503,
                code: "database_damaged",
                heading: "The database is damaged",
                message: "A part of the database can’t be read. \(unchanged)",
                hint: "Restore the last backup with “storytime restore”.",
                headers: [("Retry-After", "60")]
            )
        } else if error.isIOError {
            // Whether the last write got there is not known; what was answered before is.
            self.init(
                status: 503,
                code: "disk_error",
                heading: "The disk doesn’t answer",
                message: "The database can’t be read or written at the moment. What you typed is "
                    + "still there when you go back.",
                hint: "Check the disk and who may use the data folder, then look whether it was "
                    + "saved before you send it again.",
                headers: [("Retry-After", "60")]
            )
        } else {
            self = .internalError
        }
    }

    static let internalError = Trouble(
        status: 500,
        code: "internal_error",
        heading: "Something went wrong here",
        message: "That is our mistake, not yours. It has been written down.",
        hint: "Try again; if it happens again, tell whoever runs this console the number below."
    )

    /// "in 40 seconds", "in 3 minutes".
    static func wait(_ seconds: Int) -> String {
        seconds < 60
            ? "in \(Counted.text(max(seconds, 1), "second", "seconds"))"
            : "in \(Counted.text((seconds + 59) / 60, "minute", "minutes"))"
    }
}

/// The page of every error.
struct ErrorPage: Page {
    static let template = "errors/error.html"

    let trouble: Trouble
    let isSignedIn: Bool

    static let fields: [Field<ErrorPage>] = [
        .int("status") { $0.trouble.status.code },
        .text("heading") { $0.trouble.heading },
        .text("message") { $0.trouble.message },
        .optionalText("hint") { $0.trouble.hint },
        .text("home_href") { _ in "/" },
        .text("home_label") { $0.isSignedIn ? "Go to the start page" : "Go to sign in" },
    ]
}
