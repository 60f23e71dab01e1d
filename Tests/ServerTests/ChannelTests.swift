import Testing

@testable import Server

@Suite struct ChannelTests {
    @Test("A full channel refuses all but what is urgent, and keeps the order")
    func bound() {
        let channel = Channel<Int>(limit: 2)
        #expect(channel.push(1))
        #expect(channel.push(2))
        #expect(!channel.push(3))
        #expect(channel.push(4, isUrgent: true))
        #expect([channel.pop(), channel.pop(), channel.pop()] == [1, 2, 4])
    }
}
