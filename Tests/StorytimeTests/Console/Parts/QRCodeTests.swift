import Testing

@testable import Storytime

@Suite("QR codes")
struct QRCodeTests {
    /// Which modules a path covers, by "column row".
    private func modules(_ code: QRCode) throws -> Set<String> {
        var modules: Set<String> = []
        for run in code.path.split(separator: "M") {
            let numbers = run.split { !$0.isNumber }.compactMap { Int($0) }
            try #require(numbers.count == 5 && numbers[3] == 1 && numbers[2] == numbers[4])
            for column in numbers[0]..<numbers[0] + numbers[2] {
                #expect(modules.insert("\(column) \(numbers[1])").inserted)
            }
        }
        return modules
    }

    @Test("A code has its three finder patterns, and a border of four modules around it")
    func finders() throws {
        let code = try #require(QRCode("otpauth://totp/Storytime:ada?secret=AAAA"))
        let modules = try modules(code)
        let side = code.size - 8
        // Version 1 has 21 modules, each further one four more.
        #expect(side >= 21 && (side - 17) % 4 == 0)
        for (left, top) in [(4, 4), (code.size - 11, 4), (4, code.size - 11)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    let isDark = modules.contains("\(left + column) \(top + row)")
                    #expect(isDark == (ring != 2), "\(left) \(top): \(column) \(row)")
                }
            }
        }
        for module in modules {
            let place = module.split(separator: " ").compactMap { Int($0) }
            #expect(place.allSatisfy { (4..<code.size - 4).contains($0) })
        }
    }

    @Test("Two texts have two codes, and a text that is too long has none")
    func lengths() throws {
        #expect(QRCode("a")?.path != QRCode("b")?.path)
        #expect(QRCode(String(repeating: "a", count: 2_331)) != nil)
        #expect(QRCode(String(repeating: "a", count: 2_332)) == nil)
    }
}
