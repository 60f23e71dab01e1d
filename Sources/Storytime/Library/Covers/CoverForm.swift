import Quill

/// The form for the cover of a book or a series: a file, an address, or removing the cover.
struct CoverForm {
    /// Far above any picture that a screen shows; it is processed in memory.
    static let maximumBytes = 10_000_000
    fileprivate static let maximumText = "\(maximumBytes / 1_000_000) MB"
    /// The route's limit: a file that is a little too large is refused in the form, with words
    /// beside the field; only a much larger one is not even read.
    static let bodyLimit = BodyLimit.upload(3 * maximumBytes)

    private(set) var address: FormField
    private(set) var pictureError: String?
    /// A picture that came with the form before and is on the disk: a browser does not send the
    /// same file again on its own.
    private(set) var kept: (name: CoverName, image: ImageFile)?
    private let isRemoval: Bool

    /// The form with the current cover.
    init(_ cover: Book.Cover?) {
        address = FormField(CoverAddress.spec, initially: Self.address(of: cover))
        isRemoval = false
    }

    /// The form that was sent.
    init(_ visit: Visit, _ fields: Fields, _ cover: Book.Cover?, _ folder: CoverFolder) throws {
        address = FormField(CoverAddress.spec, fields)
        // An address that the form already had is no request if something else is chosen.
        let isNewAddress = !address.typed.isEmpty && address.typed != Self.address(of: cover)
        kept = fields.text("kept").flatMap(CoverName.init(key:)).flatMap { name in
            folder.picture(name).map { (name, $0) }
        }
        do {
            if let image = try Self.image(visit.upload("cover")) {
                let name = try CoverName(image)
                try folder.keep(image, as: name)
                kept = (name, image)
            }
        } catch let refusal as ImageRefusal {
            (pictureError, kept) = (refusal.description, nil)
        } catch let refusal as TooLarge {
            (pictureError, kept) = (refusal.description, nil)
        }
        let hasPicture = kept != nil || pictureError != nil
        isRemoval = fields.isOn("remove") && !hasPicture && !isNewAddress
        if isRemoval {
            address = FormField(CoverAddress.spec)
        } else if hasPicture, isNewAddress {
            address.reject("Choose a picture or enter an address, not both.")
        } else if hasPicture {
            address = FormField(CoverAddress.spec)
        } else if address.typed.isEmpty {
            pictureError = "Choose a picture, or enter the address of one."
        }
    }

    /// The value for a store; nil while something is wrong.
    var draft: CoverStore.Draft? {
        guard errors.isEmpty else { return nil }
        if isRemoval { return .nothing }
        if let kept { return .picture(kept.image) }
        return address.value.flatMap(CoverAddress.init).map { .address($0) }
    }

    var errors: [FormError] {
        let picture = pictureError.map { FormError(href: "#field-cover", message: $0) }
        return [picture].compactMap(\.self) + [address].errors
    }

    /// What the form would save, to compare with what someone else saved.
    func differences(from theirs: Book.Cover?) -> [ConflictRow] {
        let yours =
            switch draft {
            case .picture(let image)?: kept.map { Self.text($0.name, image) } ?? ""
            case .address(let address)?: address.text
            case .nothing?, nil: ""
            }
        let theirs = theirs?.text ?? ""
        return theirs == yours ? [] : [ConflictRow(field: "Cover", theirs: theirs, yours: yours)]
    }

    private static func text(_ name: CoverName, _ image: ImageFile) -> String {
        Book.Cover.file(
            key: name.description,
            width: image.displayed.width,
            height: image.displayed.height,
            isSized: false
        ).text
    }

    private static func address(of cover: Book.Cover?) -> String {
        if case .address(let text)? = cover { return text }
        return ""
    }

    /// The picture that was chosen; nil without one. Browsers then send a file without a name.
    private static func image(_ upload: Upload?) throws -> ImageFile? {
        guard let upload, upload.size > 0 || !upload.fileName.isEmpty else { return nil }
        guard upload.size <= maximumBytes else { throw TooLarge(size: upload.size) }
        return try ImageFile(try upload.bytes(limit: maximumBytes))
    }
}

/// A file that is too large for a cover, but not for the route.
private struct TooLarge: Error, CustomStringConvertible {
    let size: Int

    var description: String {
        "Choose a smaller file: at most \(CoverForm.maximumText). "
            + "This one has \(ByteCount.text(size))."
    }
}

extension CoverForm: Record {
    private var describedBy: String {
        (pictureError == nil ? "" : "field-cover-error ") + "field-cover-hint"
    }

    private var keptText: String? {
        kept.map { kept in
            let size = kept.image.displayed
            return "\(size.width) × \(size.height) \(kept.image.format.name)"
        }
    }

    static let fields: [Field<CoverForm>] = [
        .record("address") { $0.address },
        .optionalText("picture_error") { $0.pictureError },
        .text("described_by") { $0.describedBy },
        .text("maximum") { _ in maximumText },
        .optionalText("kept") { $0.kept?.name.description },
        .optionalText("kept_text") { $0.keptText },
        .bool("is_removal") { $0.isRemoval },
    ]
}
