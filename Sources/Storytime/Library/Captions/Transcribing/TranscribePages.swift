import HTTP
import Quill
import Server

/// Has captions of a video written by listening to it: here, or at Mux if the video is there.
enum TranscribePages {
    static let routes = [
        post("/admin/video_assets/{id}/captions/transcribe", lane: .outgoing, start)
    ]

    static func start(_ visit: Visit, _ id: ID<VideoAsset>) throws -> Response {
        let asset = try visit.videos.find(id)
        var form = TranscribeForm(try visit.fields())
        guard let offer = TranscribeOffer(asset, visit) else {
            let notice = Flash(.info, "This video can’t be transcribed now.")
            return try visit.redirect(to: asset.href, notice: notice)
        }
        guard let language = form.language.value.flatMap({ LanguageTag(named: $0) }) else {
            let page = try VideoShowPages.page(visit, asset, transcribe: form)
            return try visit.page(page, status: 422)
        }
        do {
            let isNew = try offer.ask(visit, asset, language)
            let notice = Flash(
                isNew ? .good : .info,
                isNew
                    ? "Transcribing has started."
                    : "These captions are already being transcribed."
            )
            return try visit.redirect(to: asset.href + "#captions", notice: notice)
        } catch let error as MuxError {
            form.language.reject(error.description)
            let page = try VideoShowPages.page(visit, asset, transcribe: form)
            return try visit.page(page, status: 422)
        }
    }
}

/// What listens to a video, if anything can.
struct TranscribeOffer: Record {
    private let engine: TranscribingSettings.Engine?
    private let asset: VideoAsset

    /// Nil if the video isn’t ready, or nothing was set up that could listen to it.
    init?(_ asset: VideoAsset, _ visit: Visit) {
        guard asset.status == .ready, asset.deletedAt == nil else { return nil }
        self.asset = asset
        switch asset.provider {
        case .mux:
            guard asset.mux.assetID != nil, visit.muxClient.canCall else { return nil }
            engine = nil
        case .local:
            guard let engine = visit.site.configuration.transcribing.engine else { return nil }
            self.engine = engine
        }
    }

    /// False if that is already under way.
    fileprivate func ask(_ visit: Visit, _ asset: VideoAsset, _ language: LanguageTag) throws
        -> Bool
    {
        guard engine == nil else {
            let isNew = try TranscribingDesk(visit.captions)
                .want(language.text, of: asset, by: visit.actor)
            visit.site.vitals.jobBell.ring()
            return isNew
        }
        try visit.muxVideos.generateCaptions(language, for: asset, by: visit.actor)
        return true
    }

    private var listener: String {
        engine == nil ? "Mux transcribes the video." : Self.listener(engine)
    }

    /// Who hears the sound of videos on this server: the one thing to know before.
    static func listener(_ engine: TranscribingSettings.Engine?) -> String {
        switch engine {
        case nil: "Videos on this server can’t be transcribed: nothing is set up for it."
        case .command: "The audio is transcribed on this server and doesn’t leave it."
        case .service(let address):
            address.origin.isNearby
                ? "The audio is sent to \(address.origin.host), in your own network."
                : "The audio is sent to \(address.origin.host)."
        }
    }

    static let fields: [Field<TranscribeOffer>] = [
        .text("action") { "\($0.asset.href)/captions/transcribe" },
        .text("listener") { $0.listener },
    ]
}

/// The form that asks for it.
struct TranscribeForm: Record {
    var language: FormField

    private static let languageSpec = FieldSpec(
        name: "spoken_language",
        label: "Spoken language",
        demand: "Enter the spoken language.",
        hint: CaptionLanguage.hint,
        maximumLength: LanguageTag.maximumLength,
        autocomplete: "off",
        isVerbatim: true,
        rule: CaptionLanguage.complaint
    )

    /// Suggests the language of the book.
    init(_ book: Book?) {
        language = FormField(Self.languageSpec)
        language.show(book?.language ?? "")
    }

    init(_ fields: Fields) {
        language = FormField(Self.languageSpec, fields)
    }

    var errors: [FormError] { [language].errors }

    static let fields: [Field<TranscribeForm>] = [.record("language") { $0.language }]
}
