import Testing

@testable import Storytime

@Suite("When a photo was taken")
struct TakenAtTests {
    /// A TIFF structure whose tags have texts: those of the first directory, and those of Exif's.
    private func exif(
        _ first: [(Int, String)],
        _ inner: [(Int, String)],
        isBigEndian: Bool = true
    ) -> ArraySlice<UInt8> {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }
        let innerStart = 8 + 2 + 12 * (first.count + 1) + 4
        var texts = innerStart + 2 + 12 * inner.count + 4
        var tail: [UInt8] = []
        func directory(_ entries: [(Int, String)], pointer: Int?) -> [UInt8] {
            var bytes = number(entries.count + (pointer == nil ? 0 : 1), 2)
            for (tag, text) in entries {
                bytes += number(tag, 2) + number(2, 2) + number(20, 4) + number(texts, 4)
                tail += Array(text.utf8) + [0]
                texts += text.utf8.count + 1
            }
            if let pointer {
                bytes += number(0x8769, 2) + number(4, 2) + number(1, 4) + number(pointer, 4)
            }
            return bytes + number(0, 4)
        }
        let start = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        let directories = directory(first, pointer: innerStart) + directory(inner, pointer: nil)
        return (start + directories + tail)[...]
    }

    @Test("Exif’s time of taking comes before its others", arguments: [true, false])
    func order(isBigEndian: Bool) {
        let changed = (0x0132, "2026:01:01 00:00:00")
        let taken = (0x9003, "2024:05:06 07:08:09")
        let digitised = (0x9004, "2025:01:02 03:04:05")
        let all = exif([changed], [taken, digitised], isBigEndian: isBigEndian)
        #expect(TakenAt.all(exif: all).first?.text == "2024-05-06T07:08:09")
        let some = exif([changed], [digitised], isBigEndian: isBigEndian)
        #expect(TakenAt.all(exif: some).first?.text == "2025-01-02T03:04:05")
        let one = exif([changed], [], isBigEndian: isBigEndian)
        #expect(TakenAt.all(exif: one).first?.text == "2026-01-01T00:00:00")
    }

    @Test(
        "A clock that was never set says nothing",
        arguments: [
            "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00",
            "2024:02:30 10:00:00", "2018:00:00 00:00:00", "18:07:06 05:04:03",
            "2018:07:061 05:04:03",
        ]
    )
    func unset(text: String) {
        #expect(TakenAt.all(exif: exif([], [(0x9003, text)])).isEmpty)
    }

    @Test(
        "A time with other signs, or without seconds, is a time",
        arguments: [
            "2018-07-06 05:04:03", "2018/07/06 05:04:03", "2018:07:06T05:04:03",
            "2018.07.06 05.04.03",
            "2018:7:6 5:04:03", "2018: 7: 6  5: 4: 3", "20180706 050403", "20180706050403",
            "2018:07:06 05:04:03.5+02:00", "2018:07:06 05:04:03 AM",
        ]
    )
    func signs(text: String) {
        #expect(TakenAt.all(exif: exif([], [(0x9003, text)])).first?.text == "2018-07-06T05:04:03")
    }

    @Test(
        "A time without seconds is one, too",
        arguments: [
            ("2018:07:06 05:04", "2018-07-06T05:04:00"),
            ("2018:07:06 05:04 PM", "2018-07-06T17:04:00"),
            ("2018-07-06T05:04-02:00", "2018-07-06T05:04:00"),
            ("2018:07:06 12:04 AM", "2018-07-06T00:04:00"),
        ]
    )
    func minutes(text: String, expected: String) {
        #expect(TakenAt.all(exif: exif([], [(0x9003, text)])).first?.text == expected)
    }

    @Test(
        "A day whose time can’t be read is still a day",
        arguments: [
            "2018:07:06 24:04:20", "2018:07:06", "2018:07:06         ", "2018:07:06 05:60:03",
            "2018:07:06 __:__:__", "2018:07:06   :  :  ", "2018:07:06 05", "2018:07:06 05:04:__",
        ]
    )
    func unreadableTime(text: String) {
        #expect(TakenAt.all(exif: exif([], [(0x9003, text)])).first?.text == "2018-07-06")
    }

    @Test("A text that the structure cuts off is read as far as it is there")
    func cutOff() {
        let whole = exif([], [(0x9003, "2018:07:06 05:04:03")])
        #expect(TakenAt.all(exif: whole.dropLast(10)).first?.text == "2018-07-06")
        #expect(TakenAt.all(exif: whole.dropLast(20)).isEmpty)
    }

    @Test(
        "XMP says it as an attribute or an element",
        arguments: [
            ("<x exif:DateTimeOriginal=\"2024-05-06T07:08:09.12+02:00\"/>", "2024-05-06T07:08:09"),
            ("<photoshop:DateCreated>2024-05-06</photoshop:DateCreated>", "2024-05-06"),
            (
                "<xmp:CreateDate>2025-01-01T00:00:00Z</xmp:CreateDate> photoshop:DateCreated='2024-05-06'",
                "2024-05-06"
            ),
            ("<xmp:CreateDate>2024-05</xmp:CreateDate>", nil),
            ("<xmp:ModifyDate>2024-05-06</xmp:ModifyDate>", nil),
        ] as [(String, String?)]
    )
    func xmp(text: String, expected: String?) {
        #expect(TakenAt.all(xmp: Array(text.utf8)).first?.text == expected)
    }

    @Test(
        "A place in bytes is the first one, at the beginning and the end, too",
        arguments: [
            ("Mo", 0..<2), ("MoMotion", 0..<8), ("Motion", 2..<8), ("n=", 7..<9),
            ("MoMotion=", 0..<9),
            ("MoMotion=x", nil), ("MoMo!", nil), ("x", nil), ("", nil),
        ] as [(String, Range<Int>?)]
    )
    func place(text: String, expected: Range<Int>?) {
        #expect([UInt8]("MoMotion=".utf8).firstPlace(of: Array(text.utf8)) == expected)
    }

    @Test(
        "The names that cameras, telephones and messengers give say it",
        arguments: [
            ("IMG_20240506_070809.jpg", "2024-05-06T07:08:09"),
            ("PXL_20240506_070809123.jpg", "2024-05-06T07:08:09"),
            ("20240506_070809.heic", "2024-05-06T07:08:09"),
            ("20240506070809.jpg", "2024-05-06T07:08:09"),
            ("2024-05-06 07.08.09.heic", "2024-05-06T07:08:09"),
            ("Screenshot 2024-05-06 at 07.08.09.png", "2024-05-06T07:08:09"),
            ("IMG-20240506-WA0001.jpg", "2024-05-06"),
            ("signal-2024-05-06-070809.jpg", "2024-05-06T07:08:09"),
            ("2024-05-06.jpg", "2024-05-06"),
            ("signal-2024-05-06-07-08-09-123.jpg", "2024-05-06T07:08:09"),
            ("Screenshot_2024-05-06-07-08-09-123_com.app.jpg", "2024-05-06T07:08:09"),
            ("Photo 2024-05-06 07 08 09.jpg", "2024-05-06T07:08:09"),
            ("2024_0506_070809_001.JPG", "2024-05-06T07:08:09"),
            ("20240506070809123.jpg", "2024-05-06T07:08:09"),
            ("Bildschirmfoto 2024-05-06 um 07.08.09.png", "2024-05-06T07:08:09"),
            ("Capture d’écran 2024-05-06 à 07.08.09.png", "2024-05-06T07:08:09"),
            ("Screenshot 2024-05-06 at 7.08.09\u{202F}PM.png", "2024-05-06T19:08:09"),
            ("WhatsApp Image 2024-05-06 at 12.08.09 AM (1).jpeg", "2024-05-06T00:08:09"),
            ("2048x1024_20240506_070809.jpg", "2024-05-06T07:08:09"),
            ("IMG_20240506_1920x1080.jpg", "2024-05-06"),
            ("0Y5M0D-20150925-1-002.jpg", "2015-09-25"),
            ("IMG-20240506-WA070809.jpg", "2024-05-06"),
            ("20240506_250000.jpg", "2024-05-06"),
            ("20240506246060.jpg", "2024-05-06"),
            ("wallpaper-2048x1024.jpg", nil),
            ("DSC01924-2048x1020.jpg", nil),
            ("poster_2000x1125.jpg", nil),
            ("photo-1920x1231.jpg", nil),
            ("poster 2000 × 1125.jpg", nil),
            ("poster 2000 X 1125.jpg", nil),
            ("20001125x1080.jpg", nil),
            ("order 2012 1130.jpg", nil),
            ("2012-1130.jpg", nil),
            ("2013-02-30.jpg", nil),
            ("2024-1-12-05-10-11.jpg", nil),
            ("FB_IMG_1481234567890.jpg", nil),
            ("20131112345678901.jpg", nil),
            ("DSC_0042.JPG", nil),
            ("IMG_4711.HEIC", nil),
            ("image.jpg", nil),
            ("99999999.jpg", nil),
            ("P1020304.JPG", nil),
        ] as [(String, String?)]
    )
    func names(name: String, expected: String?) {
        #expect(TakenAt.all(inName: name).first?.text == expected, "\(name)")
    }

    @Test("What was kept is read again")
    func kept() {
        for text in ["2024-05-06T07:08:09", "2024-05-06"] {
            #expect(TakenAt(kept: text)?.text == text)
        }
        #expect(TakenAt(kept: "2024-05-06T07") == nil)
        #expect(TakenAt(kept: "") == nil)
    }
}
