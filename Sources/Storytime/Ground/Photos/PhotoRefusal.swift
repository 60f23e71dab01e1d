/// Why a file isn't accepted as a photo.
///
/// The description is a sentence that is shown beside the file's name.
enum PhotoRefusal: Error, Equatable, CustomStringConvertible {
    /// Not one of the five formats, and which other it looks like.
    case notPhoto(OtherFile?)
    /// A film: the moving half of a Live Photo, for example.
    case video
    /// More bytes than any photo has.
    case tooManyBytes
    case tooManyPixels(PixelSize)
    /// Its structure is broken, or it ends too early.
    case damaged(PhotoFormat)
    /// A variant that cameras don't make, and that isn't read for the sake of safety.
    case unusual(PhotoFormat)

    var description: String {
        switch self {
        case .notPhoto(.empty): "This file is empty."
        case .notPhoto(let other?):
            "This file is \(other.name). Choose a JPEG, PNG, WebP, HEIC or AVIF photo."
        case .notPhoto(nil):
            "This file isn’t a photo. Choose a JPEG, PNG, WebP, HEIC or AVIF photo."
        case .video: "This file is a video. The gallery shows photos only."
        case .tooManyBytes:
            "This file is larger than \(ByteCount.text(PhotoFile.maximumBytes)). "
                + "Choose a smaller copy."
        case .tooManyPixels(let size):
            "This photo has \(Counted.number(size.width)) × \(Counted.number(size.height)) pixels. "
                + "Choose a smaller copy: at most \(PhotoFile.maximumPixels / 1_000_000) million pixels, "
                + "and \(Counted.number(PhotoFile.maximumSide)) on a side."
        case .damaged(let format):
            "This \(format.name) is damaged or incomplete. Upload another copy."
        case .unusual(let format):
            "This kind of \(format.name) can’t be read. Save it as a JPEG and upload that."
        }
    }
}
