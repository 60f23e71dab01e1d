import Quill

/// The forms for a book's video at Mux: an address that Mux fetches it from, or an existing asset.
struct MuxForm {
    var address: FormField
    var asset: FormField

    private static let addressSpec = FieldSpec(
        name: "video_address",
        label: "Address of the video",
        demand: "Enter the address of the video.",
        hint: "Must start with https:// and be public. Mux fetches the video from there.",
        maximumLength: WebAddress.maximumLength,
        autocomplete: "off",
        isVerbatim: true,
        rule: { text in
            WebAddress(text) == nil
                ? "Enter a full address like https://example.com/moon.mp4, without spaces." : nil
        }
    )

    /// The characters of Mux's ids.
    private static let assetSpec = FieldSpec(
        name: "mux_asset",
        label: "Asset id",
        demand: "Enter the asset id.",
        hint: "Copy it from Mux’s dashboard.",
        maximumLength: 255,
        autocomplete: "off",
        isVerbatim: true,
        rule: { text in
            text.utf8.allSatisfy(isOfAnID)
                ? nil : "Use only letters, digits, hyphens and underscores."
        }
    )

    /// The empty forms.
    init() {
        address = FormField(Self.addressSpec)
        asset = FormField(Self.assetSpec)
    }

    /// The form of an address that was sent.
    init(address fields: Fields) {
        address = FormField(Self.addressSpec, fields)
        asset = FormField(Self.assetSpec)
    }

    /// The form of an asset that was sent.
    init(asset fields: Fields) {
        address = FormField(Self.addressSpec)
        asset = FormField(Self.assetSpec, fields)
    }

    var errors: [FormError] { [address, asset].errors }

    /// The members of both, of which a program sends one.
    static let members: [FormMember] = [
        .field(addressSpec, isRequired: false), .field(assetSpec, isRequired: false),
    ]

    private static func isOfAnID(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension MuxForm: Record {
    static let fields: [Field<MuxForm>] = [
        .record("address") { $0.address },
        .record("asset") { $0.asset },
    ]
}
