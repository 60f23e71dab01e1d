/// Placeholder until the first type lands.
enum ServerPlaceholder {}
