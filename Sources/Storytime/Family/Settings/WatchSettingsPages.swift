import HTTP
import Quill
import Received

/// A parent’s settings for watching and reading along, all on one page: how words are explained and whether
/// anything can explain them, how addresses are opened, and what is turned on.
enum WatchSettingsPages {
    static let path = "/watch/settings"

    static let routes: [Route] = [
        get("/watch/settings", for: .parent, show),
        post("/watch/settings", for: .parent, saveLanguage),
        post("/watch/settings/instructions", for: .parent, keepsText: true, saveInstructions),
        post("/watch/settings/switches", for: .parent, saveSwitches),
        get("/watch/explaining", for: .parent, status),
    ]

    static func show(_ visit: Visit) throws -> Response {
        guard try visit.familyIfAny() != nil else { return try visit.page(NoFamilyPage()) }
        return try page(visit)
    }

    private static func page(
        _ visit: Visit,
        language: FormField? = nil,
        instructions refused: (Explanation.Kind, FormField)? = nil
    ) throws -> Response {
        let user = try user(visit)
        let status = ModelLine(visit)
        var forms: [InstructionsView] = []
        for kind in Explanation.Kind.allCases where status.isSetUp || refused != nil {
            let versions = try visit.instructions.versions(kind, of: user)
            let current = versions.first ?? Instructions(kind: kind)
            let field =
                refused.flatMap { $0.0 == kind ? $0.1 : nil }
                ?? FormField(InstructionsView.spec(kind), initially: current.text)
            forms.append(
                InstructionsView(
                    kind: kind,
                    current: current,
                    versions: versions,
                    field: field,
                    times: visit.times
                )
            )
        }
        let language =
            try language
            ?? FormField(
                WatchSettingsPage.languageSpec,
                initially: LanguageTag.name(of: visit.answerLanguage()) ?? visit.answerLanguage()
            )
        let isRefused = language.error != nil || refused != nil
        return try visit.page(
            WatchSettingsPage(
                head: try head(visit),
                status: status,
                language: language,
                forms: forms,
                openHref: visit.absolute(OpenPages.path) + "?url=",
                isSecure: visit.client.isTLS,
                switches: try visit.offeredSwitches.map {
                    SwitchView(which: $0, isOn: try visit.isOn($0))
                }
            ),
            status: isRefused ? visit.formStatus : 200
        )
    }

    private static func head(_ visit: Visit) throws -> ReadingHead {
        try ReadingHead(path, visit, visit.family().family)
    }

    private static func user(_ visit: Visit) throws -> ID<User> {
        _ = try visit.family()
        guard let user = visit.session?.user.id else { throw Failure.notSignedIn }
        return user
    }

    static func saveLanguage(_ visit: Visit) throws -> Response {
        let user = try user(visit)
        let field = FormField(WatchSettingsPage.languageSpec, try visit.fields())
        guard let tag = field.value.flatMap({ LanguageTag(named: $0) }), !visit.isResumed else {
            return try page(visit, language: field)
        }
        try visit.instructions.setLanguage(tag, of: user)
        return try visit.redirect(
            to: try head(visit).href(path),
            notice: Flash(.good, "You’ll get explanations in \(tag.name ?? tag.text) from now on.")
        )
    }

    /// A new text, the program's own, or an earlier version.
    static func saveInstructions(_ visit: Visit) throws -> Response {
        let user = try user(visit)
        let fields = try visit.fields()
        guard let kind = fields.text("kind").flatMap({ Explanation.Kind(rawValue: $0) }) else {
            throw Failure.badRequest("“kind” must be explain or translate.")
        }
        if let number = fields.text("version") {
            guard let number = ReceivedNumber.integer(number) else { throw Failure.notFound }
            try visit.instructions.restore(number, kind, of: user)
            return try visit.redirect(
                to: try head(visit).href(path),
                notice: Flash(.good, "Earlier instructions restored.")
            )
        }
        if fields.isOn("built_in") {
            try visit.instructions.save("", kind, of: user)
            return try visit.redirect(
                to: try head(visit).href(path),
                notice: Flash(.good, "Back to Storytime’s own instructions.")
            )
        }
        let field = FormField(InstructionsView.spec(kind), fields)
        guard let text = field.value, !visit.isResumed else {
            return try page(visit, instructions: (kind, field))
        }
        let isNew = try visit.instructions.save(text, kind, of: user)
        return try visit.redirect(
            to: try head(visit).href(path),
            notice: isNew
                ? Flash(.good, "Instructions saved." + [field].trimmingNote)
                : Flash(.info, "Nothing was changed.")
        )
    }

    /// All switches of the form at once: what isn’t checked isn’t sent.
    static func saveSwitches(_ visit: Visit) throws -> Response {
        let user = try user(visit)
        let fields = try visit.fields()
        var changed: [String] = []
        for each in visit.offeredSwitches {
            let isOn = fields.isOn(each.rawValue)
            guard try visit.isOn(each) != isOn else { continue }
            try visit.switches.set(each, isOn, of: user)
            changed.append("“\(each.label)” is \(isOn ? "on" : "off").")
        }
        return try visit.redirect(
            to: try head(visit).href(path) + Flash.anchor,
            notice: changed.isEmpty
                ? Flash(.info, "Nothing was changed.")
                : Flash(.good, changed.joined(separator: " "))
        )
    }

    /// What the player needs to know: whether anything explains, and which other assistant there is.
    static func status(_ visit: Visit) throws -> Response {
        let chat = visit.site.configuration.chat
        let line = ModelLine(visit)
        let language = try visit.answerLanguage()
        var json = JSONWriter()
        json.object { json in
            json.name("is_on")
            json.bool(chat.isOn)
            json.member("model", chat.model)
            json.member("status", line.text)
            json.member("language", language)
            json.name("assistant")
            if let assistant = chat.assistant {
                json.object { json in
                    json.member("name", assistant.name)
                    json.member("template", assistant.template)
                }
            } else {
                json.null()
            }
        }
        return Response(json: json.bytes)
    }
}

/// Whether the model can be asked, in a line.
struct ModelLine: Record {
    let text: String
    /// As notices have it.
    let kind: String
    /// Whether an admin has set up a model at all.
    var isSetUp = true

    init(_ visit: Visit) {
        let chat = visit.site.configuration.chat
        guard let service = ChatService(chat) else {
            self.init(
                text: "Off. The person who runs this server can set up a model.",
                kind: "info"
            )
            isSetUp = false
            return
        }
        switch visit.site.shared[ModelStatus.self].finding(of: service, at: visit.now) {
        case nil:
            self.init(
                text: "Asking \(chat.model)… Reload the page to see the answer.",
                kind: "busy"
            )
        case .ready: self.init(text: "\(chat.model) is ready.", kind: "good")
        case .lacksModel:
            self.init(
                text: "The service answers, but its list doesn’t name \(chat.model). It may still "
                    + "work.",
                kind: "info"
            )
        case .unlisted:
            self.init(
                text: "\(chat.model) is set up. The service doesn’t say which models it has.",
                kind: "info"
            )
        case .trouble(let trouble): self.init(text: trouble.description, kind: "bad")
        }
    }

    private init(text: String, kind: String) {
        self.text = text
        self.kind = kind
    }

    static let fields: [Field<ModelLine>] = [
        .text("text") { $0.text },
        .text("kind") { $0.kind },
        .bool("is_set_up") { $0.isSetUp },
    ]
}

/// The page of a parent's settings.
struct WatchSettingsPage: Page {
    static let template = "family/settings/show.html"

    static let languageSpec = FieldSpec(
        name: "language",
        label: "Language of explanations and translations",
        hint: CaptionLanguage.hint,
        maximumLength: 100,
        autocomplete: "off",
        rule: CaptionLanguage.complaint
    )

    let head: ReadingHead
    let status: ModelLine
    let language: FormField
    let forms: [InstructionsView]
    /// An address is put behind it.
    let openHref: String
    let isSecure: Bool
    let switches: [SwitchView]

    static let fields: [Field<WatchSettingsPage>] = [
        .record("head") { $0.head },
        .text("language_href") { $0.head.href(WatchSettingsPages.path) },
        .text("instructions_href") { page in
            page.head.href(WatchSettingsPages.path + "/instructions")
        },
        .text("switches_href") { page in
            page.head.href(WatchSettingsPages.path + "/switches")
        },
        .text("open_href") { $0.openHref },
        .bool("is_secure") { $0.isSecure },
        .list("switches") { page in page.switches.filter { !$0.isForDevelopment } },
        .list("debug") { page in page.switches.filter(\.isForDevelopment) },
        .record("status") { $0.status },
        .record("language") { $0.language },
        .list("forms") { $0.forms },
        .list("errors") { page in
            ([page.language] + page.forms.map(\.field)).errors
        },
    ]
}

/// A switch with what it does.
struct SwitchView: Record {
    let which: ParentSwitch
    let isOn: Bool

    var isForDevelopment: Bool { !ParentSwitch.experimental.contains(which) }

    static let fields: [Field<SwitchView>] = [
        .text("name") { $0.which.rawValue },
        .text("label") { $0.which.label },
        .text("hint") { $0.which.hint },
        .bool("is_on") { $0.isOn },
    ]
}

/// The instructions of one kind, with their earlier versions.
struct InstructionsView: Record {
    let kind: Explanation.Kind
    let current: Instructions
    let versions: [Instructions]
    let field: FormField
    let times: TimeText

    static func spec(_ kind: Explanation.Kind) -> FieldSpec {
        FieldSpec(
            name: "text_\(kind.rawValue)",
            label: kind == .explain ? "How to explain" : "How to translate",
            kind: .lines,
            demand: kind == .explain
                ? "Write how to explain, or choose “Use Storytime’s own”."
                : "Write how to translate, or choose “Use Storytime’s own”.",
            hint: "The model reads this before each question. {language} stands for the language.",
            maximumLength: Instructions.mostCharacters
        )
    }

    private var earlier: [InstructionsVersion] {
        versions.dropFirst().map { version in
            InstructionsVersion(
                number: version.number,
                when: version.madeAt.map { times.exact($0) } ?? "",
                text: version.own.isEmpty ? "Storytime’s own" : String(version.own.prefix(120))
            )
        }
    }

    static let fields: [Field<InstructionsView>] = [
        .text("kind") { $0.kind.rawValue },
        .text("heading") { $0.kind == .explain ? "Explaining" : "Translating" },
        .record("field") { $0.field },
        // The way out of an empty field, too.
        .bool("can_go_back") { !$0.current.own.isEmpty || $0.field.error != nil },
        .list("earlier") { $0.earlier },
    ]
}

/// An earlier version of instructions.
struct InstructionsVersion: Record {
    let number: Int
    let when: String
    let text: String

    static let fields: [Field<InstructionsVersion>] = [
        .text("number") { String($0.number) },
        .text("when") { $0.when },
        .text("text") { $0.text },
    ]
}
