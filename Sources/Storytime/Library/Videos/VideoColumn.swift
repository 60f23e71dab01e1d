import Server

/// A column of the list of videos, besides the book's cover and title.
enum VideoColumn: String, ListColumn {
    case status, duration, captions, storage, added, changed, author, publisher, language, picture,
        size, versions, source

    static let list = "videos"
    static let path = VideoListAddress.path
    static let plural = "videos"
    static let usual: [VideoColumn] = [.status, .duration, .captions, .storage, .added]

    var label: String {
        switch self {
        case .status: "Status"
        case .duration: "Duration"
        case .captions: "Captions"
        case .storage: "Storage"
        case .added: "Added"
        case .changed: "Changed"
        case .author: "Author"
        case .publisher: "Publisher"
        case .language: "Language"
        case .picture: "Picture"
        case .size: "Size"
        case .versions: "Other sizes"
        case .source: "File"
        }
    }

    private var isNumber: Bool { self == .duration || self == .size }

    /// The heading, which sorts the list if the list has that order.
    func heading(_ address: VideoListAddress) -> ListHeading {
        var heading = ListHeading(label: label, isNumber: isNumber)
        switch self {
        case .duration: heading.sort = address.heading(label, .duration)
        case .added: heading.sort = address.heading(label, .added)
        default: break
        }
        heading.sort?.isNumber = isNumber
        return heading
    }

    /// What the video has there. The status has a cell of its own, which changes by itself.
    func cell(
        of summary: VideoSummary,
        captions: [String],
        versions: [VideoVersion],
        now: Int,
        _ times: TimeText
    ) -> ListCell {
        let asset = summary.asset
        var cell = ListCell(column: rawValue, isNumber: isNumber, isFit: true)
        switch self {
        case .status: break
        case .duration:
            cell.text = asset.durationSeconds.map(PlayingTime.text)
            cell.nothing = "Unknown"
        case .captions:
            if !captions.isEmpty {
                cell.text = captions.map(LanguageTag.shownName)
                    .joined(separator: ", ")
                cell.isFit = captions.count < 3
            }
            cell.nothing = "No captions"
        case .storage: cell.text = asset.provider.label
        case .added: cell.set(asset.createdAt, now: now, times)
        case .changed: cell.set(asset.newsAt, now: now, times)
        case .author: cell.set(summary.book?.book.author)
        case .publisher: cell.set(summary.book?.book.publisher?.name)
        case .language:
            cell.set(summary.book?.book.language.map { LanguageTag.name(of: $0) ?? $0 })
        case .picture: cell.text = asset.picture.text
        case .size: cell.text = asset.picture.sizeBytes.map { ByteCount.text($0) }
        case .versions:
            cell.set(versions.map(\.listText).joined(separator: ", "))
            cell.nothing = "None"
        case .source: cell.set(asset.source)
        }
        if cell.text == nil, cell.nothing == "–" { cell.unit = label + ": " }
        return cell
    }
}

extension ListCell {
    /// A text that may be long.
    fileprivate mutating func set(_ text: String?) {
        self.text = text.flatMap { $0.isEmpty ? nil : $0 }
        isFit = false
    }

    fileprivate mutating func set(_ time: Int, now: Int, _ times: TimeText) {
        text = times.relative(time, now: now)
        self.time = ListTime(time, times)
    }
}

extension VideoVersion {
    /// "720p", "480p (40%)", "1080p (failed)".
    fileprivate var listText: String {
        switch status {
        case .ready: size.label
        case .preparing:
            "\(size.label) (\(progressPercent.map { "\($0)%" } ?? status.label.lowercased()))"
        case .waiting, .skipped, .errored: "\(size.label) (\(status.label.lowercased()))"
        }
    }
}

extension VideoAsset.Picture {
    /// "1920 × 1080", or what Mux says.
    fileprivate var text: String? {
        guard let width, let height else { return resolution }
        return "\(width) × \(height)"
    }
}
