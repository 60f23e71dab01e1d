extension Subject.Kind {
    static let book = Subject.Kind(rawValue: "book")
    static let category = Subject.Kind(rawValue: "category")
    static let publisher = Subject.Kind(rawValue: "publisher")
    static let series = Subject.Kind(rawValue: "series")
    static let captions = Subject.Kind(rawValue: "captions")
    static let video = Subject.Kind(rawValue: "video")
}
