import Foundation
import Testing

@testable import Storytime

/// Small pictures, six pixels wide and four high, of every kind that is taken: for tests that need
/// no tool to make one.
enum Pictures {
    struct Picture: Sendable, CustomTestStringConvertible {
        let name: String
        let format: ImageFile.Format
        let bytes: [UInt8]

        init(_ name: String, _ format: ImageFile.Format, _ base64: String) {
            self.name = name
            self.format = format
            bytes = Pictures.bytes(base64)
        }

        var testDescription: String { name }
    }

    static let all = [
        Picture(
            "baseline JPEG",
            .jpeg,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQ
            WnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8
            fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAEAAYDASIAAhEBAxEB/8QA
            FQABAQAAAAAAAAAAAAAAAAAAAAT/xAAaEAACAgMAAAAAAAAAAAAAAAAAAwIFBCFB/8QAFAEBAAAAAAAA
            AAAAAAAAAAAAA//EABoRAQADAAMAAAAAAAAAAAAAAAEAAgMEEyL/2gAMAwEAAhEDEQA/AL6ulwpK2rgA
            BzBqLF42t+o9M//Z
            """
        ),
        Picture(
            "progressive JPEG",
            .jpeg,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQ
            WnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8
            fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wgARCAAEAAYDASIAAhEBAxEB/8QA
            FQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUAQEAAAAAAAAAAAAAAAAAAAAC/9oADAMBAAIQAxAAAAG4C//E
            ABYQAQEBAAAAAAAAAAAAAAAAAAMCEf/aAAgBAQABBQIhjP/EABkRAAEFAAAAAAAAAAAAAAAAAAABAgMS
            Mf/aAAgBAwEBPwGNy10//8QAFhEAAwAAAAAAAAAAAAAAAAAAAAIx/9oACAECAQE/AVh//8QAFRABAQAA
            AAAAAAAAAAAAAAAAADH/2gAIAQEABj8Cj//EABUQAQEAAAAAAAAAAAAAAAAAAAAB/9oACAEBAAE/Iah/
            /9oADAMBAAIAAwAAABD3/8QAFhEAAwAAAAAAAAAAAAAAAAAAABEh/9oACAEDAQE/EF9H/8QAFREBAQAA
            AAAAAAAAAAAAAAAAAQD/2gAIAQIBAT8QAhb/xAAWEAADAAAAAAAAAAAAAAAAAAAAIUH/2gAIAQEAAT8Q
            ZZP/2Q==
            """
        ),
        Picture(
            "grey JPEG",
            .jpeg,
            """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQ
            WnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/wAALCAAEAAYBAREA/8QAFAABAAAAAAAAAAAAAAAA
            AAAABP/EABoQAAICAwAAAAAAAAAAAAAAAAMFAAIEIUH/2gAIAQEAAD8AerS4VhbFyf/Z
            """
        ),
        Picture(
            "JPEG for print (CMYK)",
            .jpeg,
            """
            /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpz
            YlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/8AAFAgABAAGBEMRAE0RAFkRAEsRAP/EABcAAAMBAAAA
            AAAAAAAAAAAAAAIEBQb/xAAfEAACAAUFAAAAAAAAAAAAAAAABAEDBQYSERY0U4L/2gAOBEMATQBZAEsA
            AD8Abszh+Srtil9AFsUVJ9bNiVlHQ2Z//9k=
            """
        ),
        Picture(
            "PNG in colour",
            .png,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAIAAAAiZtkUAAAAIElEQVR42mNkYGAwQkUsDAEMDAyCyAgu
            pARHyELGEAQAhz4Dsg8XGqkAAAAASUVORK5CYII=
            """
        ),
        Picture(
            "PNG with a palette and transparency",
            .png,
            """
            iVBORw0KGgoAAAANSUhEUgAAAAYAAAAEBAMAAABfKlNwAAAAGFBMVEUZUAgZoBEZ8BnhAADhUEzhoJkK
            FB4BAgP58PDcAAAACHRSTlP///////8AgKAfwwsAAAAYSURBVHjaY0hgMGZgYHBhEmQQZFBiYAcAC/QB
            JUI0UOUAAAAASUVORK5CYII=
            """
        ),
        Picture(
            "lossy WebP",
            .webp,
            """
            UklGRkYAAABXRUJQVlA4IDoAAADQAQCdASoGAAQABABoJbACdAEPAMKPAAD+h/GppsE3XdSIN4SFoEtI
            lbk1f7y5uQH4g5KN8g/04sAA
            """
        ),
        Picture(
            "lossless WebP",
            .webp,
            """
            UklGRkYAAABXRUJQVlA4TDoAAAAvBcAAELkyRPQ/dhHR/zAoZCMJGoYlW3+dexxGLJjifflkIG3bVCxs
            +wkkbXz0J98EwFiMWkLM4pP+
            """
        ),
        Picture(
            "lossy WebP with transparency",
            .webp,
            """
            UklGRoYAAABXRUJQVlA4WAoAAAAQAAAABQAAAwAAQUxQSBkAAAAAAP//////////////////////////
            //+AAFZQOCBGAAAA0AEAnQEqBgAEAAQAaCWwAnQA9JeSWcAA/kE8in9h+Kkv6chxqbnHs8hxb2n1Q6pv
            eSDGY2OWC/5sEM3AysUA4WQTtIEAAA==
            """
        ),
    ]

    /// Two pictures that follow each other, as a PNG.
    static let animatedPNG = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAYAAAAEAgMAAADQaqbQAAAADFBMVEWvyJUZyBV9UCt9AAA7EItOAAAACGFj
        VEwAAAACAAAAAPONk3AAAAAaZmNUTAAAAAAAAAAGAAAABAAAAAAAAAAAAAEACgAAI8YFEAAAABRJREFUeJxj
        /P+RMcuMIYKB6QcDABz4A+WYt6oAAAAAGmZjVEwAAAABAAAABgAAAAQAAAAAAAAAAAABAAoAALi178QAAAAY
        ZmRBVAAAAAJ4nGNgCGBiYmBc9Yzx/0cADTAD13NaJQoAAAAASUVORK5CYII=
        """
    )

    /// The same as a WebP.
    static let animatedWebP = bytes(
        """
        UklGRugAAABXRUJQVlA4WAoAAAACAAAABQAAAwAAQU5JTQYAAAAAAAAAAABBTk1GXAAAAAAAAAAAAAUAAAMA
        AGQAAAJWUDggRAAAAFABAJ0BKgYABAAHQJYlsAAFjAAA/upW7143/6iv3Xxs//ptf79Q9+N1+N1+QavTy0A/
        vUAqLgifNcNgdid/iahxEgAAQU5NRlgAAAAAAAAAAAAFAAADAABkAAAAVlA4IEAAAABUAQCdASoGAAQAAACW
        JbAABHQAAP7tZ88On2l2l7X+leG+Ie+k6+k6+lAt+f75WzzLQQQcCVisAlao2prnSAAA
        """
    )

    static func first(_ format: ImageFile.Format) -> [UInt8] {
        all.first { $0.format == format }?.bytes ?? []
    }

    private static func bytes(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64.filter { !$0.isNewline }) ?? Data())
    }
}
