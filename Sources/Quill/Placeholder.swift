/// Placeholder until the first type lands.
enum QuillPlaceholder {}
