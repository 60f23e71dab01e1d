import HTTP
import Synchronization
import Testing

@testable import Storytime

@Suite("Fetching from addresses that somebody else chose")
struct GuardedFetchTests {
    /// A network in memory: names with their addresses, and what is answered at each.
    private final class Net: Sendable {
        let asked = Mutex<[OutgoingRequest]>([])
        let now = Mutex(0)
        let names: [String: [String]]
        let answers: [String: OutgoingAnswer]
        let failing: Set<String>

        init(
            _ names: [String: [String]],
            _ answers: [String: OutgoingAnswer] = [:],
            failing: Set<String> = []
        ) {
            (self.names, self.answers, self.failing) = (names, answers, failing)
        }

        func fetch(home: String = "https://catalog.example.org") throws -> GuardedFetch {
            let origin = try #require(Origin(home))
            var fetch = GuardedFetch(home: origin)
            fetch.addresses = { host, _ in (self.names[host] ?? []).compactMap(IPAddress.init) }
            fetch.clock = { self.now.withLock(\.self) }
            fetch.transfer = { request throws(OutgoingError) in try self.transfer(request) }
            return fetch
        }

        private func transfer(_ request: OutgoingRequest) throws(OutgoingError) -> OutgoingAnswer {
            asked.withLock { $0.append(request) }
            now.withLock { $0 += 1000 }
            if failing.contains(request.address?.description ?? "") {
                throw OutgoingError(kind: .unreachable, description: "nobody is there")
            }
            return answers[request.url] ?? OutgoingAnswer(status: 200, body: Array("ok".utf8))
        }

        var urls: [String] { asked.withLock { $0.map(\.url) } }
        var places: [String] { asked.withLock { $0.map { $0.address?.description ?? "none" } } }
    }

    private static let names = [
        "catalog.example.org": ["203.0.114.1"], "pictures.example.org": ["2606:4700::7"],
        "inside.example.org": ["10.0.0.7"], "half.example.org": ["8.8.8.8", "192.168.0.1"],
        "router.lan": ["192.168.0.1"], "127.0.0.1": ["127.0.0.1"], "[::1]": ["::1"],
        "localhost": ["127.0.0.1"],
    ]

    private func redirect(_ location: String, _ status: Int = 302) -> OutgoingAnswer {
        OutgoingAnswer(status: status, headers: ["location": location])
    }

    private func refusal(_ net: Net, _ url: String, home: String = "https://catalog.example.org")
        throws -> OutgoingError
    {
        let fetch = try net.fetch(home: home)
        return try #require(throws: OutgoingError.self) {
            _ = try fetch.get(url, accepting: "image/jpeg")
        }
    }

    @Test("A picture on the Internet is fetched, by the number of the address that was checked")
    func byNumber() throws {
        let net = Net(Self.names)
        let answer = try net.fetch().get(
            "https://pictures.example.org/7.jpg?x=1#top",
            accepting: "*/*"
        )
        #expect(answer.body == Array("ok".utf8))
        #expect(net.urls == ["https://pictures.example.org/7.jpg?x=1"])
        #expect(net.places == ["2606:4700::7"])
        #expect(net.asked.withLock { $0.allSatisfy { !$0.allowsPlainHTTP } })
    }

    @Test(
        "Nothing is sent to an address that may not be asked",
        arguments: [
            "https://inside.example.org/x", "https://half.example.org/x", "https://router.lan/x",
            "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x",
            "http://pictures.example.org/x", "https://pictures.example.org:8443/x",
            "ftp://pictures.example.org/x", "file:///etc/passwd", "pictures.example.org/x",
            "https://catalog.example.org@pictures.example.org/x",
            "https://pictures.example.org/a b",
            "https://pictures.example.org\\@inside.example.org/x", "//pictures.example.org/x", "",
        ]
    )
    func refused(url: String) throws {
        let net = Net(Self.names)
        #expect(try refusal(net, url).kind == .refused)
        #expect(net.urls.isEmpty)
    }

    @Test(
        "A redirect is checked like the first address",
        arguments: [
            "https://inside.example.org/x", "http://pictures.example.org/7.jpg",
            "http://127.0.0.1/x",
            "//router.lan/x", "gopher://pictures.example.org/", "", "pictures/7.jpg",
            "https://catalog.example.org:8443/x", "http://catalog.example.org/x",
        ]
    )
    func redirects(location: String) throws {
        let first = "https://catalog.example.org/7.jpg"
        let net = Net(Self.names, [first: redirect(location)])
        #expect(try refusal(net, first).kind == .refused)
        #expect(net.urls == [first])
    }

    @Test("Three redirects are followed, and not one more")
    func atMostThree() throws {
        let pages = (0...4).map { "https://pictures.example.org/\($0)" }
        let locations = [pages[1], "/2", "//pictures.example.org/3"]
        var answers = Dictionary(
            uniqueKeysWithValues: zip(pages, zip(locations, [301, 307, 308])).map {
                ($0, redirect($1.0, $1.1))
            }
        )
        let net = Net(Self.names, answers)
        #expect(try net.fetch().get(pages[0], accepting: "*/*").status == 200)
        #expect(net.urls == Array(pages[...3]))
        answers[pages[3]] = redirect("/4", 303)
        let longer = Net(Self.names, answers)
        let error = try refusal(longer, pages[0])
        #expect(error.kind == .refused && error.description.contains("more than 3 redirects"))
        #expect(longer.urls == Array(pages[...3]))
    }

    @Test("What the operator chose may be inner and plain, but nothing that it points to")
    func home() throws {
        let home = "http://router.lan:8080"
        let first = home + "/books"
        var net = Net(Self.names, [first: redirect("/editions")])
        #expect(try net.fetch(home: home).get(first, accepting: "*/*").status == 200)
        #expect(net.urls == [first, home + "/editions"])
        #expect(net.places == ["192.168.0.1", "192.168.0.1"])
        #expect(net.asked.withLock { $0.allSatisfy(\.allowsPlainHTTP) })
        for elsewhere in ["http://router.lan/x", "https://router.lan/x", "http://localhost:8080/x"]
        {
            net = Net(Self.names, [first: redirect(elsewhere)])
            #expect(try refusal(net, first, home: home).kind == .refused)
            #expect(net.urls == [first])
        }
    }

    @Test("If one address of a host doesn’t answer, the next one is asked, three at most")
    func nextAddress() throws {
        let all = ["1.1.1.1", "1.1.1.2", "1.1.1.3", "1.1.1.4"]
        let url = "https://many.example.org/"
        var net = Net(["many.example.org": all], failing: ["1.1.1.1", "1.1.1.2"])
        #expect(try net.fetch().get(url, accepting: "*/*").status == 200)
        #expect(net.places == Array(all[...2]))
        net = Net(["many.example.org": all], failing: Set(all))
        #expect(try refusal(net, url).kind == .unreachable)
        #expect(net.places == Array(all[...2]))
        net = Net([:])
        #expect(try refusal(net, url).kind == .unreachable)
    }

    @Test("All redirects together have the time of one")
    func time() throws {
        let pages = (0...3).map { "https://pictures.example.org/\($0)" }
        let net = Net(Self.names, [pages[0]: redirect("/1"), pages[1]: redirect("/2")])
        var fetch = try net.fetch()
        fetch.timeoutMilliseconds = 2000
        let error = try #require(throws: OutgoingError.self) {
            _ = try fetch.get(pages[0], accepting: "*/*")
        }
        #expect(error.kind == .interrupted)
        #expect(net.asked.withLock { $0.map(\.timeoutMilliseconds) } == [2000, 1000])
    }

    @Test("The connection goes to the number, and the server hears the name")
    func connects() throws {
        let stub = try StubServer()
        stub.answer("GET /books", 200, "[]")
        let home = Origin(isSecure: false, host: "mirror.home.arpa", port: stub.origin.port)
        var fetch = GuardedFetch(home: home)
        fetch.addresses = { _, _ in [IPAddress("127.0.0.1")].compactMap(\.self) }
        fetch.contact = "ada@example.org"
        let answer = try fetch.get("\(home)/books", accepting: "application/json")
        #expect(answer.status == 200 && answer.body == Array("[]".utf8))
        let asked = try #require(stub.asked.first)
        #expect(asked.headers["host"] == "mirror.home.arpa:\(home.port)")
        #expect(asked.headers["accept"] == "application/json")
        #expect(asked.headers["user-agent"] == "Storytime/\(Version.current) (ada@example.org)")
    }

    @Test("More than the limit is not read")
    func tooLarge() throws {
        let stub = try StubServer()
        stub.answer("GET /", 200, String(repeating: "x", count: 2000))
        var fetch = GuardedFetch(home: stub.origin)
        fetch.responseLimitBytes = 1000
        let error = try #require(throws: OutgoingError.self) {
            _ = try fetch.get("\(stub.origin)/", accepting: "*/*")
        }
        #expect(error.kind == .tooLarge)
    }

    @Test("Of an answer without end only the beginning is read, if that is enough")
    func cut() throws {
        let stub = try StubServer()
        stub.answer("GET /film", 206, String(repeating: "x", count: 200_000))
        var fetch = GuardedFetch(home: stub.origin)
        fetch.responseLimitBytes = 1000
        fetch.cutsAtLimit = true
        fetch.headers = [(name: "Range", value: "bytes=0-999")]
        let answer = try fetch.get("\(stub.origin)/film", accepting: "*/*")
        #expect(answer.status == 206 && answer.body == Array(repeating: 0x78, count: 1000))
        #expect(stub.asked.first?.headers["range"] == "bytes=0-999")
    }

    @Test("Without an operator’s choice nothing inner is reached, whatever it is called")
    func homeless() throws {
        let net = Net(Self.names)
        var fetch = try net.fetch()
        fetch = GuardedFetch(home: nil, addresses: fetch.addresses, transfer: fetch.transfer)
        for url in ["http://catalog.example.org/x", "https://router.lan/x", "https://localhost/x"] {
            let error = try #require(throws: OutgoingError.self) {
                _ = try fetch.get(url, accepting: "*/*")
            }
            #expect(error.kind == .refused, "\(url)")
        }
        #expect(net.urls.isEmpty)
        #expect(try fetch.get("https://pictures.example.org/7.jpg", accepting: "*/*").status == 200)
    }

    @Test(
        "The system’s own names lead to addresses, and numbers in any spelling to none but theirs"
    )
    func system() throws {
        func addresses(_ host: String) throws -> [IPAddress] {
            try HostAddresses.shared.find(host, withinMilliseconds: 60_000)
        }
        #expect(try addresses("localhost").contains { $0.isLoopback })
        #expect(try addresses("[::1]").map(\.description) == ["::1"])
        for text in ["127.1", "2130706433", "0x7f000001", "0177.0.0.1"] {
            #expect(try addresses(text).allSatisfy { !$0.isPublic }, "\(text)")
        }
    }
}
