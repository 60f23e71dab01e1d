import Testing

@testable import HTTP

@Suite struct MethodTests {
    @Test("Methods are case-sensitive and only registered ones are known")
    func known() {
        #expect(Method("GET").isKnown)
        #expect(Method("PROPFIND").isKnown)
        #expect(!Method("get").isKnown)
        #expect(!Method("FOO").isKnown)
    }
}
