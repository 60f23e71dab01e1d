/// How a value is escaped in its place: chosen by the compiler for each place.
@usableFromInline
package enum Escape: Sendable, Equatable {
    /// In text, and in `<title>` and `<textarea>` for plain values.
    case text
    /// Inside a quoted attribute; markup is escaped here like text.
    case attribute
    /// At the start of a URL: the scheme is checked, the rest is normalized.
    case urlStart
    /// At the start of a URL in elements that run what they load: only a path on this site passes.
    case urlStartLocal
    /// Right after a URL's first `/`: a second slash here would name another host.
    case urlAfterSlash
    /// In a URL whose host or path has begun: normalized.
    case urlPath
    /// In a URL's query or fragment, or where a colon could still make a scheme: every byte but
    /// letters, digits and `-._~` is percent-encoded.
    case urlComponent
    /// At the start of a candidate of a `srcset`: one or more URLs with descriptors.
    case srcset
    /// Inside a URL of a `srcset`.
    case srcsetPath
    /// A width or density in a `srcset`.
    case srcsetDescriptor
}
