import Testing

@testable import Storytime

@Suite("A chart of bars")
struct BarChartTests {
    private func chart(_ values: [Int], _ unit: BarChart.Unit = .plays) -> BarChart {
        BarChart(
            id: "chart",
            title: "Plays",
            unit: unit,
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

    @Test(
        "As many labels stand side by side as have room, the last among them",
        arguments: [
            ("Mon", 7, 7, 7), ("31", 31, 31, 11), ("31", 62, 31, 11), ("16 Nov", 5, 5, 5),
            ("16 Nov", 12, 12, 4), ("16 Nov", 62, 11, 6), ("Nov", 12, 12, 6),
            ("Nov 2026", 121, 10, 4),
        ]
    )
    func labels(label: String, count: Int, wide: Int, narrow: Int) {
        let chart = BarChart(
            id: "chart",
            title: "Minutes",
            unit: .minutes,
            itemName: "Day",
            items: [BarChart.Item](
                repeating: .init(name: "day", label: label, value: 1),
                count: count
            )
        )
        let bars = chart.bars
        #expect(bars.count { $0.hasLabel } == wide)
        #expect(bars.count { $0.hasLabel && !$0.isMinor } == narrow)
        #expect(bars.last?.hasLabel == true && bars.last?.isMinor == false)
    }

    @Test("Where it is narrow, numbers stay that have room")
    func numbers() {
        #expect(!chart([Int](repeating: 480, count: 7)).areNumbersMinor)
        #expect(!chart([Int](repeating: 10, count: 12)).areNumbersMinor)
        #expect(chart([Int](repeating: 103, count: 12)).areNumbersMinor)
        #expect(chart([1, 2, 3, 4, 5, 6, 12_345]).areNumbersMinor)
        #expect(!chart([]).areNumbersMinor)
    }

    @Test("A sentence says what the drawing shows, and which bar is the highest from three on")
    func summarizes() {
        #expect(chart([30, 2, 1260]).summary == "1,292 viewings in all, most on day 2: 1,260.")
        #expect(chart([30, 0, 1260]).summary == "1,290 viewings in all.")
        #expect(chart([0, 1]).summary == "1 viewing in all.")
        #expect(chart([0, 0]).summary == "No viewings.")
        #expect(chart([]).summary == "No viewings.")
        #expect(chart([]).bars.isEmpty)
    }

    @Test("Minutes are those of the bar's own milliseconds, and the sum's of theirs")
    func minutes() {
        let chart = chart([20_000, 40_000, 0, 90_000], .minutes)
        #expect(chart.bars.map(\.number) == ["<1", "1", "0", "2"])
        #expect(
            chart.bars.map(\.amount)
                == ["less than a minute", "1 minute", "0 minutes", "2 minutes"]
        )
        #expect(chart.summary == "3 minutes in all, most on day 3: 2.")
        #expect(chart.step == 1)
        #expect(chart.bars.map(\.height) == ["16.7%", "33.3%", "0.0%", "75.0%"])
        let short = self.chart([0, 3000], .minutes)
        #expect(short.summary == "Less than a minute in all.")
        #expect(self.chart([0], .minutes).summary == "No minutes.")
    }
}
