import Testing

@testable import Storytime

@Suite("A chart of bars")
struct BarChartTests {
    private func chart(_ values: [Int]) -> BarChart {
        BarChart(
            id: "chart",
            title: "Minutes",
            unit: "minutes",
            itemName: "Day",
            items: values.enumerated().map { .init(name: "day \($0)", label: "\($0)", value: $1) }
        )
    }

    @Test(
        "The gridlines are a few, at round numbers",
        arguments: [
            (0, 1), (1, 1), (4, 1), (5, 2), (16, 5), (35, 10), (62, 30), (240, 60), (1000, 300),
            (5000, 3000), (40_000, 12_000), (Int.max / 2, nil),
        ]
    )
    func choosesStep(_ largest: Int, _ step: Int?) {
        let chosen = chart([largest]).step
        #expect(chosen > 0)
        if let step { #expect(chosen == step) }
    }

    @Test("Bars stand on the ground, side by side, in percentages")
    func placesBars() {
        let bars = chart([30, 60, 0, 15]).bars
        #expect(bars.map(\.x) == ["5.0%", "30.0%", "55.0%", "80.0%"])
        #expect(bars.map(\.width) == ["15.0%", "15.0%", "15.0%", "15.0%"])
        #expect(bars.map(\.height) == ["50.0%", "100.0%", "0.0%", "25.0%"])
        #expect(bars.map(\.y) == ["50.0%", "0.0%", "100.0%", "75.0%"])
    }

    @Test("Of many bars every fifth keeps its label where it is narrow, the last among them")
    func labels() {
        #expect(chart([1, 2, 3]).bars.allSatisfy { !$0.isMinor })
        let bars = chart([Int](repeating: 1, count: 30)).bars
        #expect(
            bars.filter { !$0.isMinor }.map(\.item.label) == ["4", "9", "14", "19", "24", "29"]
        )
    }

    @Test("A sentence says what the drawing shows")
    func summarizes() {
        #expect(chart([30, 1260]).summary == "1,290 minutes in all, most on day 1: 1,260.")
        #expect(chart([0, 0]).summary == "No minutes yet.")
        #expect(chart([]).summary == "No minutes yet.")
        #expect(chart([]).bars.isEmpty)
    }
}
