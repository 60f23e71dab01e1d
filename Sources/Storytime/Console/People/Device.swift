/// A browser's description of itself, in words that its owner recognizes: "Firefox on Windows".
enum Device {
    /// From a User-Agent (RFC 9110 §10.1.5); the order matters, because most browsers claim to be
    /// others.
    static func name(_ userAgent: String) -> String {
        let browser = browsers.first { userAgent.contains($0.mark) }?.name
        let system = systems.first { userAgent.contains($0.mark) }?.name
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (let browser?, nil): return browser
        case (nil, let system?): return "A browser on \(system)"
        case (nil, nil): return "Another program"
        }
    }

    /// A program's own name, the first product of its User-Agent: "Storytime" from "Storytime/1.2
    /// CFNetwork/1490".
    static func program(_ userAgent: String) -> String {
        let product = userAgent.prefix { $0 != "/" && $0 != " " && $0 != "(" }
        return product.isEmpty ? "A program" : String(product.prefix(40))
    }

    private static let browsers: [(mark: String, name: String)] = [
        ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]

    private static let systems: [(mark: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
        ("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]
}
