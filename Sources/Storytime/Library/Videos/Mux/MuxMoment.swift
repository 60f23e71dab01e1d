import FoundationEssentials
import Received

/// A moment as Mux writes it: Unix seconds as a number in webhooks and as text in its API's
/// answers, a date and time in the envelopes of events. All three are accepted everywhere.
struct MuxMoment: Sendable, Equatable, Decodable {
    /// Since 1970. Events in the same second are distinguished.
    let microseconds: Int

    var seconds: Int { microseconds / 1_000_000 }

    /// Up to the year 9999.
    private static let range = 0.0...253_402_300_799.0

    init(microseconds: Int) {
        self.microseconds = microseconds
    }

    init?(_ text: String) {
        if let seconds = ReceivedNumber.decimal(text) {
            self.init(unixSeconds: seconds)
        } else {
            self.init(dateTime: text)
        }
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let moment =
            if let text = try? value.decode(String.self) {
                MuxMoment(text)
            } else {
                MuxMoment(unixSeconds: try value.decode(Double.self))
            }
        guard let moment else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "no moment")
        }
        self = moment
    }

    private init?(unixSeconds: Double) {
        guard Self.range.contains(unixSeconds) else { return nil }
        microseconds = Int(exactly: (unixSeconds * 1_000_000).rounded()) ?? 0
    }

    /// "2026-01-01T00:01:10.000000Z" (RFC 3339), with or without a fraction.
    private init?(dateTime: String) {
        let parts = dateTime.split(separator: ".", maxSplits: 1)
        var whole = String(parts.first ?? "")
        var fraction = ""
        if parts.count == 2 {
            fraction = String(parts[1].prefix { $0.isASCII && $0.isNumber })
            whole += parts[1].dropFirst(fraction.count)
        }
        guard let date = try? Date(whole, strategy: .iso8601),
            Self.range.contains(date.timeIntervalSince1970)
        else { return nil }
        let millionths = (fraction + "000000").prefix(6)
        microseconds =
            Int(clamping: date.timeIntervalSince1970) * 1_000_000
            + (ReceivedNumber.integer(millionths) ?? 0)
    }
}
