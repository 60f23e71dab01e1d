import Testing

@testable import Quill

/// Values in URL attributes: which schemes pass, and what is encoded in which part of a URL.
@Suite struct URLEscapingTests {
    @Test(
        "A URL of a scheme that could run code becomes #blocked",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)",
            "java\tscript:alert(1)", "\u{1}javascript:alert(1)", " javascript:alert(1)",
            "javascript\u{0}:alert(1)", "vbscript:x", "data:text/html,<script>", "livescript:x",
            "blob:x", "file:///etc/passwd", "view-source:x", "javascript&colon;:x", ":x",
            "ｊavascript:x", "http\u{301}:x", "x:y", "feed:javascript:x", "javascript:\u{2028}x",
        ]
    )
    func blocked(_ url: String) throws {
        for template in ["<a href=\"{{ x }}\">", "<a href='  {{ x }}'>", "<img src=\"{{ x }}\">"] {
            let output = try render(EscapeCase(template, url, ""))
            #expect(output.contains("#blocked"))
            #expect(!output.contains("script"))
        }
    }

    static let allowedCases: [EscapeCase] = [
        EscapeCase(
            "<a href=\"{{ x }}\">",
            "https://example.com/a?b=c&d=e#f",
            "<a href=\"https://example.com/a?b=c&amp;d=e#f\">"
        ),
        EscapeCase("<a href=\"{{ x }}\">", "HTTP://example.com", "<a href=\"HTTP://example.com\">"),
        EscapeCase(
            "<a href=\"{{ x }}\">",
            "mailto:a@b.c?subject=Hi there",
            "<a href=\"mailto:a@b.c?subject=Hi%20there\">"
        ),
        EscapeCase("<a href=\"{{ x }}\">", "tel:+4930123", "<a href=\"tel:+4930123\">"),
        EscapeCase(
            "<a href=\"{{ x }}\">",
            "/admin/books?page=2",
            "<a href=\"/admin/books?page=2\">"
        ),
        EscapeCase("<a href=\"{{ x }}\">", "//example.com/x", "<a href=\"//example.com/x\">"),
        EscapeCase("<a href=\"{{ x }}\">", "", "<a href=\"\">"),
        EscapeCase("<a href=\"{{ x }}\">", "#top", "<a href=\"#top\">"),
        EscapeCase("<a href=\"{{ x }}\">", "?a=b:c", "<a href=\"?a=b:c\">"),
        EscapeCase("<a href=\"{{ x }}\">", "a/b:c", "<a href=\"a/b:c\">"),
        EscapeCase("<a href=\"{{ x }}\">", "/javascript:x", "<a href=\"/javascript:x\">"),
        EscapeCase(
            "<a href=\"{{ x }}\">",
            "/été \"<>'()\\`{}|^",
            "<a href=\"/%C3%A9t%C3%A9%20%22%3C%3E%27%28%29%5C%60%7B%7D%7C%5E\">"
        ),
        EscapeCase(
            "<a href=\"{{ x }}\">",
            "/100%25/a%2Fb/%/%zz/%4",
            "<a href=\"/100%25/a%2Fb/%25/%25zz/%254\">"
        ),
        EscapeCase("<a href=\"{{ x }}\">", "/a\0\r\nb", "<a href=\"/a%00%0D%0Ab\">"),
        EscapeCase("<form action=\"{{ x }}\">", "/logout", "<form action=\"/logout\">"),
        EscapeCase("<button formaction=\"{{ x }}\">", "/x y", "<button formaction=\"/x%20y\">"),
        EscapeCase("<video poster=\"{{ x }}\">", "/p.jpg", "<video poster=\"/p.jpg\">"),
        EscapeCase(
            "<blockquote cite=\"{{ x }}\">",
            "javascript:x",
            "<blockquote cite=\"#blocked\">"
        ),
        EscapeCase(
            "<svg><a xlink:href=\"{{ x }}\">",
            "javascript:x",
            "<svg><a xlink:href=\"#blocked\">"
        ),
        EscapeCase("<p data-src=\"{{ x }}\">", "javascript:x", "<p data-src=\"#blocked\">"),
        EscapeCase("<p data-href=\"{{ x }}\">", "/a", "<p data-href=\"/a\">"),
        EscapeCase("<A HREF=\"{{ x }}\">", "javascript:x", "<A HREF=\"#blocked\">"),
    ]

    static let partsCases: [EscapeCase] = [
        EscapeCase("<a href=\"/books/{{ x }}\">", "a b/c?d#e", "<a href=\"/books/a%20b/c?d#e\">"),
        EscapeCase(
            "<a href=\"/books/{{ x|urlencode }}\">",
            "a b?c%",
            "<a href=\"/books/a%20b%3Fc%25\">"
        ),
        EscapeCase("<a href=\"/{{ x }}\">", "/evil.com", "<a href=\"/%2Fevil.com\">"),
        EscapeCase("<a href=\"/{{ x }}\">", "\\evil.com", "<a href=\"/%5Cevil.com\">"),
        EscapeCase("<a href=\"{{ x }}/{{ x }}\">", "", "<a href=\"/\">"),
        EscapeCase(
            "<a href=\"/s?q={{ x }}\">",
            "a&b=c d+e/f?g#h:i@é\"'",
            "<a href=\"/s?q=a%26b%3Dc%20d%2Be%2Ff%3Fg%23h%3Ai%40%C3%A9%22%27\">"
        ),
        EscapeCase("<a href=\"/s?q={{ x }}\">", "100%25", "<a href=\"/s?q=100%2525\">"),
        EscapeCase("<a href=\"?q={{ x }}&amp;r={{ x }}\">", "&", "<a href=\"?q=%26&amp;r=%26\">"),
        EscapeCase("<a href=\"#{{ x }}\">", "a b", "<a href=\"#a%20b\">"),
        EscapeCase("<a href=\"{{ x }}?p={{ x }}\">", "/a&b", "<a href=\"/a&amp;b?p=%2Fa%26b\">"),
        EscapeCase("<a href=\"page-{{ x }}\">", "a:b/c", "<a href=\"page-a%3Ab%2Fc\">"),
        EscapeCase(
            "<a href=\"java{{ x }}\">",
            "script:alert(1)",
            "<a href=\"javascript%3Aalert%281%29\">"
        ),
        EscapeCase("<a href=\"{{ x }}{{ x }}\">", "a:b", "<a href=\"#blockeda%3Ab\">"),
        EscapeCase(
            "<a href=\"https://{{ x }}/\">",
            "example.com",
            "<a href=\"https://example.com/\">"
        ),
        EscapeCase("<a href=\"mailto:{{ x }}\">", "a b@c.d", "<a href=\"mailto:a%20b@c.d\">"),
        EscapeCase("<a href=\"{{ x }}\">", "otpauth://totp/a", "<a href=\"otpauth://totp/a\">"),
        EscapeCase(
            "<a href=\"{% if x %}/a{% else %}/b{% endif %}/{{ x }}\">",
            "c d",
            "<a href=\"/a/c%20d\">"
        ),
        EscapeCase(
            "<a href=\"{% if x %}/a{% else %}?b{% endif %}?{{ x }}\">",
            "&",
            "<a href=\"/a?%26\">"
        ),
        EscapeCase(
            "<script src=\"/js/{{ x }}.js\"></script>",
            "app",
            "<script src=\"/js/app.js\"></script>"
        ),
        EscapeCase(
            "<script src=\"{{ x }}\"></script>",
            "/js/app.js?v=1",
            "<script src=\"/js/app.js?v=1\"></script>"
        ),
        EscapeCase(
            "<script src=\"{{ x }}\"></script>",
            "https://evil.com/x.js",
            "<script src=\"#blocked\"></script>"
        ),
        EscapeCase(
            "<script src=\"{{ x }}\"></script>",
            "//evil.com/x.js",
            "<script src=\"#blocked\"></script>"
        ),
        EscapeCase(
            "<iframe src=\"{{ x }}\"></iframe>",
            "javascript:x",
            "<iframe src=\"#blocked\"></iframe>"
        ),
        EscapeCase("<base href=\"{{ x }}\">", "//evil.com", "<base href=\"#blocked\">"),
    ]

    static let joinedCases: [EscapeCase] = [
        EscapeCase(
            "<a href=\"{% if x %}{{ x }}{% endif %}/b/{{ x }}\">",
            "a:b",
            "<a href=\"#blocked/b/a:b\">"
        ),
        EscapeCase(
            "<a href=\"{% if x %}{{ x }}{% endif %}{{ x }}\">",
            "a:b",
            "<a href=\"#blockeda%3Ab\">"
        ),
        EscapeCase(
            "<a href=\"{% if x %}{% else %}x{% endif %}{{ x }}\">",
            "javascript:y",
            "<a href=\"javascript%3Ay\">"
        ),
        EscapeCase(
            "<a href=\"{% if x %}/{% else %}/x{% endif %}{{ x }}\">",
            "/y",
            "<a href=\"/%2Fy\">"
        ),
    ]

    @Test(
        "After branches, a URL is as careful as the more dangerous of them",
        arguments: joinedCases
    )
    func joined(_ example: EscapeCase) throws {
        #expect(try render(example) == example.output)
    }

    static let srcsetsCases: [EscapeCase] = [
        EscapeCase(
            "<img srcset=\"{{ x }}\">",
            "/a.jpg 1x, /b c.jpg",
            "<img srcset=\"/a.jpg 1x, /b c.jpg\">"
        ),
        EscapeCase(
            "<img srcset=\"{{ x }}\">",
            "/a.jpg 480w,/b.jpg 2.5x",
            "<img srcset=\"/a.jpg 480w, /b.jpg 2.5x\">"
        ),
        EscapeCase(
            "<img srcset=\"{{ x }}\">",
            "javascript:alert(1) 1x, /b.jpg",
            "<img srcset=\"#blocked, /b.jpg\">"
        ),
        EscapeCase("<img srcset=\"{{ x }}\">", "/a.jpg \" onerror=1", "<img srcset=\"#blocked\">"),
        EscapeCase("<img srcset=\"{{ x }}\">", "/a\".jpg", "<img srcset=\"/a%22.jpg\">"),
        EscapeCase(
            "<img srcset=\"{{ x }} 1x, {{ x }} 2x\">",
            "/a.jpg",
            "<img srcset=\"/a.jpg 1x, /a.jpg 2x\">"
        ),
        EscapeCase(
            "<img srcset=\"/i/{{ x }}.jpg 1x\">",
            "a b,c",
            "<img srcset=\"/i/a%20b%2Cc.jpg 1x\">"
        ),
        EscapeCase(
            "<img srcset=\"/a.jpg {{ x }}\">",
            "2x, javascript:evil()",
            "<img srcset=\"/a.jpg 2xjavascriptevil\">"
        ),
        EscapeCase(
            "<img srcset=\"/a.jpg, {{ x }}\">",
            "javascript:x",
            "<img srcset=\"/a.jpg, #blocked\">"
        ),
        EscapeCase(
            "<link imagesrcset=\"{{ x }}\">",
            "data:x 1x",
            "<link imagesrcset=\"#blocked\">"
        ),
        EscapeCase(
            "<source srcset=\"/a?b={{ x }} 1x\">",
            "c,d e",
            "<source srcset=\"/a?b=c%2Cd%20e 1x\">"
        ),
    ]

    @Test("Harmless URLs pass, normalised and not encoded twice", arguments: allowedCases)
    func allowed(_ example: EscapeCase) throws {
        #expect(try render(example) == example.output)
    }

    @Test("What is encoded depends on the part of the URL", arguments: partsCases)
    func parts(_ example: EscapeCase) throws {
        #expect(try render(example) == example.output)
    }

    @Test("Each candidate of a srcset is checked for itself", arguments: srcsetsCases)
    func srcset(_ example: EscapeCase) throws {
        #expect(try render(example) == example.output)
    }

    @Test("Numbers need no encoding in any part of a URL")
    func numbers() throws {
        let value = Value.record(["n": .int(-7)])
        let output = try DynamicPage.render("<a href=\"/b/{{ n }}?p={{ n }}#{{ n }}\">", value)
        #expect(output == "<a href=\"/b/-7?p=-7#-7\">")
    }

    private func render(_ example: EscapeCase) throws -> String {
        try DynamicPage.render(example.template, .record(["x": .text(example.value)]))
    }
}
