import AsyncHTTPClient
import Logging
import ModelTestKit
import OpenAIClient
import TestSupport
import Testing

@testable import WebSearch

/// Pages behind a real socket, and what is made of them.
@Suite struct WebPageTests {
    /// - Parameter answer: by the path of the request.
    private static func page(
        _ path: String = "/",
        _ answer: @escaping @Sendable (String) -> ScriptedResponse
    ) async throws -> (page: WebPage, asked: [String]) {
        let provider = try await ScriptedProvider { request, _ in answer(request.path) }
        let base = provider.baseURL.replacing("/v1", with: "")
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: .modelService())
        let pages = WebPageClient(
            httpClient: client,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: ContinuousClock(),
            host: { $0.hasPrefix(base) ? "127.0.0.1" : nil }
        )
        let result: Result<WebPage, any Error>
        do { result = .success(try await pages.page(at: base + path)) } catch { result = .failure(error) }
        await provider.stop()
        try await client.shutdown()
        return (try result.get(), provider.requests.map(\.path))
    }

    private static func refusal(_ answer: @escaping @Sendable (String) -> ScriptedResponse) async throws -> String {
        do {
            _ = try await page("/", answer)
            return ""
        } catch let error as WebPageError {
            return error.message
        }
    }

    private static func html(_ text: String) -> ScriptedResponse { .body([text], type: "text/html; charset=utf-8") }

    private static func redirect(to target: String) -> ScriptedResponse {
        var response = ScriptedResponse.body([], type: "text/plain")
        response.status = 302
        response.headers.append(("Location", target))
        return response
    }

    @Test func aPagesTextIsReadWithoutItsMarkup() async throws {
        let (page, _) = try await Self.page { _ in
            Self.html(
                """
                <!DOCTYPE html><html><head><title>Knee &amp; hip</title><style>p { color: red }</style>
                <script>var a = "<p>not this</p>"</script></head><body><!-- nor <p>this</p> --><nav><a href=x>Home</a></nav>
                <h1>Rehab</h1><p>Begin&nbsp;<b>gently</b>,
                daily.</p><ul><li>Cycle<li title="a > b">Swim</ul>
                <SCRIPT>more()</SCRIPT>
                """
            )
        }
        #expect(page.title == "Knee & hip" && page.text == "Rehab\nBegin gently, daily.\nCycle\nSwim" && !page.isCut)
    }

    @Test func redirectsAreFollowedToWhatMayBeAsked() async throws {
        let (page, asked) = try await Self.page { path in
            path == "/" ? Self.redirect(to: "/there?a=b#part") : Self.html("<p>Here</p>")
        }
        #expect(page.text == "Here" && page.address.hasSuffix("/there?a=b") && asked == ["/", "/there?a=b"])
        for target in [
            "http://169.254.169.254/latest", "file:///etc/passwd", "http://127.0.0.1:1/", "https://user@x.org/",
        ] {
            #expect(
                try await Self.refusal { _ in Self.redirect(to: target) }
                    == "Only pages of public hosts are read, by https."
            )
        }
        #expect(
            try await Self.refusal { _ in Self.redirect(to: "/again") }
                == "The page leads from one address to the next."
        )
    }

    @Test func whatIsNoTextOrTooLongIsRefused() async throws {
        #expect(try await Self.refusal { _ in .body(["x"], type: "image/png") } == "The page is no text.")
        #expect(try await Self.refusal { _ in Self.html("<script>x</script>") }.contains("no text without its scripts"))
        let long = String(repeating: "x", count: WebPageClient.maxBytes + 1)
        #expect(try await Self.refusal { _ in Self.html(long) } == "The page is too long.")
        #expect(try await Self.refusal { _ in .error(500, "secret") } == "The page's server answers 500.")
    }

    @Test func aLongTextIsCut() async throws {
        let (page, _) = try await Self.page { _ in Self.html(String(repeating: "<p>word word word</p>", count: 4_000)) }
        #expect(page.isCut && page.text.unicodeScalars.count <= PageText.maxLength)
    }

    /// Wherever the bound falls: within a paragraph, at its end, at the mark between two.
    @Test(arguments: [PageText.maxLength - 1, PageText.maxLength, PageText.maxLength + 1, 3 * PageText.maxLength])
    func aLongParagraphIsCutAndWhatComesAfterIt(length: Int) {
        let long = String(repeating: "x", count: length)
        for read in [PageText(html: "<p>\(long)</p><p>more</p>"), PageText(plain: "\(long)\nmore\n")] {
            #expect(read.isCut && read.text == String(long.prefix(PageText.maxLength)))
        }
        for read in [PageText(html: "<p>\(long)</p><p> </p>"), PageText(plain: "\(long)\n\n")] {
            #expect(read.isCut == (length > PageText.maxLength))
        }
    }

    /// One character may be any number of code points.
    @Test func aLongCharacterIsCut() {
        let read = PageText(html: "<p>a" + String(repeating: "\u{301}", count: 2 * PageText.maxLength))
        #expect(read.isCut && read.text.unicodeScalars.count == PageText.maxLength)
    }

    /// A page of 100 KB takes no minute, whatever it is made of.
    @Test(
        .standardTimeLimit,
        arguments: [
            "<p>", "<", "<b>", "<p> ", "<!--", "<!-", "</", "<script>", "<a href='", "&amp;", "&", "<p>\u{200B}", "\n ",
        ]
    )
    func aHostilePageIsReadInTime(piece: String) {
        let page = String(repeating: piece, count: 100_000 / piece.utf8.count)
        #expect(PageText(html: page).text.unicodeScalars.count <= PageText.maxLength)
        #expect(PageText(plain: page).text.unicodeScalars.count <= PageText.maxLength)
    }

    @Test(arguments: [
        ("https://www.nhs.uk/knee", "www.nhs.uk" as String?), ("http://www.nhs.uk/knee", nil),
        ("https://localhost/", nil),
        ("https://192.168.1.1/", nil), ("https://[::1]/", nil), ("https://user@nhs.uk/", nil),
        ("https://nhs.uk:8443/", nil),
        ("https://router.lan/", nil), ("https://2130706433/", nil), ("ftp://nhs.uk/", nil), ("", nil),
    ])
    func onlyPublicHostsAreAsked(address: String, host: String?) {
        #expect(WebPageClient.publicHost(of: address) == host)
    }

    /// Whatever bytes come, some text is made of them, without a mark that begins a tag.
    @Test func anyTextIsAPage() {
        for html in [
            "<", "<p", "<<<>>>", "<!--", "<script", "<a href='", "&lt;b&gt;", "</", "<\u{0}>", "x<y>z", "\u{202E}<p>a",
        ] {
            let read = PageText(html: html)
            #expect(!read.text.contains("<") && !read.text.contains("\u{202E}"))
        }
    }
}
