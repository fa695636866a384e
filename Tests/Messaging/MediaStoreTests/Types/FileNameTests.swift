import Domain
import TestSupport
import Testing

@testable import MediaStore

@Suite struct FileNameTests {
    @Test(arguments: [
        ("photo.jpg", "photo.jpg"), ("../../etc/passwd", "passwd"), ("C:\\Users\\eve\\evil.exe", "evil.exe"),
        ("..", "file"), ("", "file"), ("/", "file"), (".htaccess", "htaccess"), ("a\u{0}b\nc.txt", "abc.txt"),
        ("plan\u{202E}gpj.exe", "plangpj.exe"), ("  spaced .pdf  ", "spaced .pdf"), ("Übung 💪.png", "Übung 💪.png"),
        ("trailing...", "trailing"),
    ]
    )
    func namesHoldNoPathAndNothingDeceptive(given: String, expected: String) {
        #expect(FileName.sanitized(given) == expected)
    }

    @Test func theExtensionFitsTheContent() {
        #expect(FileName.withMatchingExtension("a.jpg", .jpeg) == "a.jpg")
        #expect(FileName.withMatchingExtension("a.JPEG", .jpeg) == "a.JPEG")
        #expect(FileName.withMatchingExtension("IMG_1.HEIC", .jpeg) == "IMG_1.jpg")
        #expect(FileName.withMatchingExtension("page.html", .png) == "page.html.png")
        #expect(FileName.withMatchingExtension("noextension", .pdf) == "noextension.pdf")
        #expect(FileName.withMatchingExtension("page.html", .other) == "page.html")
    }

    @Test func longNamesAreShortenedBeforeTheirExtension() {
        let name = FileName.sanitized(String(repeating: "ü", count: 500) + ".pdf")
        #expect(name.utf8.count <= FileName.maxBytes)
        #expect(name.hasSuffix("ü.pdf"))
        #expect(FileName.withMatchingExtension(name, .jpeg).utf8.count <= FileName.maxBytes)
        let family = FileName.sanitized(String(repeating: "👩‍👩‍👧", count: 100))
        #expect(family.utf8.count <= FileName.maxBytes)
    }

    @Test(arguments: 0..<200)
    func anyTextGivesAName(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let name = FileName.sanitized(random.text(upTo: 300))
        #expect(!name.isEmpty)
        #expect(name.utf8.count <= FileName.maxBytes)
        #expect(!name.contains("/") && !name.contains("\\") && name != "." && name != "..")
        #expect(FileName.sanitized(name) == name)
    }
}
