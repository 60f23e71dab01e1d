/// The English possessive of a name.
enum Possessive {
    /// "Emma’s", "James’s": a name takes ’s whatever its ending (Chicago Manual of Style,
    /// 7.16–17), unless it already has that form.
    static func text(_ name: String) -> String {
        let last = name.lowercased().suffix(2)
        switch last {
        case "’s", "'s", "s’", "s'": return name
        default: return name + "’s"
        }
    }
}
