extension Subject.Kind {
    static let child = Subject.Kind(rawValue: "child")
}
