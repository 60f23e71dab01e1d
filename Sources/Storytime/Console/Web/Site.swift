import Server
import SQLite

/// The part of a running console that all threads share: immutable, made once at startup.
struct Site: Sendable {
    let configuration: Configuration
    let features: Features
    let templates: Templates
    let assets: Assets
    let router: Router
    let flashKey: [UInt8]
    /// Signs the cookies of known browsers.
    let browserKey: [UInt8]
    /// Signs the addresses of videos.
    let filmKey: [UInt8]
    let tokenKeys: TokenKeys
    let rateLimit: RateLimit
    let keysInUse = KeysInUse()
    let setupCode: SetupCode
    let activity: SessionActivity
    let parties = KnownParties()
    let saves = SaveLimit()
    let log: Log
    let vitals: Vitals
    /// The values that features keep in memory for all threads.
    let shared: SharedValues
    /// Seconds since 1970; tests set their own clock.
    let clock: @Sendable () -> Int
    /// Milliseconds since 1970.
    let millisecondClock: @Sendable () -> Int
}
