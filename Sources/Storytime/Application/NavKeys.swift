extension NavItem {
    /// The key that goes to this page after "g"; the help on `?` lists them. Each is said once for
    /// all roles, so that nobody has to learn it anew.
    var key: String? { Self.keys[href] }

    private static let keys = [
        "/admin": "d",
        "/admin/categories": "c",
        "/admin/books": "b",
        "/admin/video_assets": "v",
        "/admin/publishers": "p",
        "/admin/rights": "r",
        "/admin/audit": "a",
        "/admin/users": "u",
        "/admin/system": "s",
        "/admin/families": "f",
        "/admin/usage": "w",
        "/children": "h",
        "/usage": "w",
    ]
}
