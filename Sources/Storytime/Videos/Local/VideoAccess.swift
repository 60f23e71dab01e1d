/// Who may watch a video: the one place where that is decided.
enum VideoAccess {
    /// Whoever sees the book may. Those are admins.
    static func allows(_ session: Session?, _ asset: VideoAsset) -> Bool {
        session?.user.role == .admin
    }
}
