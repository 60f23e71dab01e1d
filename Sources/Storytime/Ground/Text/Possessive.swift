/// Says whose something is, in English.
enum Possessive {
    /// "Emma’s", "James’s": a name takes ’s whatever it ends in (Chicago Manual of Style, 7.16–17),
    /// save one that has the form already.
    static func text(_ name: String) -> String {
        let last = name.lowercased().suffix(2)
        switch last {
        case "’s", "'s", "s’", "s'": return name
        default: return name + "’s"
        }
    }
}
