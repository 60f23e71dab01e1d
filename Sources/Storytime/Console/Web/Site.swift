import Server
import SQLite

/// What all threads of one running console share: immutable, made once at start.
struct Site: Sendable {
    let configuration: Configuration
    let features: Features
    let templates: Templates
    let assets: Assets
    let router: Router
    let flashKey: [UInt8]
    /// Signs what browsers say of themselves.
    let browserKey: [UInt8]
    /// Signs the addresses of films.
    let filmKey: [UInt8]
    let tokenKeys: TokenKeys
    let rateLimit: RateLimit
    let keysInUse = KeysInUse()
    let setupCode: SetupCode
    let activity: SessionActivity
    let log: Log
    let vitals: Vitals
    /// What features keep in memory for all threads.
    let shared: SharedValues
    /// Seconds since 1970; a test sets its own clock.
    let clock: @Sendable () -> Int
    /// The same in milliseconds.
    let millisecondClock: @Sendable () -> Int
}
