/// Placeholder until the first type lands.
enum SQLitePlaceholder {}
