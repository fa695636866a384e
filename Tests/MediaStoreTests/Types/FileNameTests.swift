import Domain
import TestSupport
import Testing

@testable import MediaStore

@Suite("File names")
struct FileNameTests {
    @Test(
        "Nothing of a path, nothing that deceives, never empty",
        arguments: [
            ("photo.jpg", "photo.jpg"), ("../../etc/passwd", "passwd"), ("C:\\Users\\eve\\evil.exe", "evil.exe"),
            ("..", "file"), ("", "file"), ("/", "file"), (".htaccess", "htaccess"), ("a\u{0}b\nc.txt", "abc.txt"),
            ("plan\u{202E}gpj.exe", "plangpj.exe"), ("  spaced .pdf  ", "spaced .pdf"), ("Übung 💪.png", "Übung 💪.png"),
            ("trailing...", "trailing"),
        ]
    )
    func cleaned(given: String, expected: String) { #expect(FileName.cleaned(given) == expected) }

    @Test("The extension tells what the bytes are")
    func fitting() {
        #expect(FileName.fitting("a.jpg", .jpeg) == "a.jpg")
        #expect(FileName.fitting("a.JPEG", .jpeg) == "a.JPEG")
        #expect(FileName.fitting("IMG_1.HEIC", .jpeg) == "IMG_1.jpg")
        #expect(FileName.fitting("page.html", .png) == "page.html.png")
        #expect(FileName.fitting("noextension", .pdf) == "noextension.pdf")
        #expect(FileName.fitting("page.html", .other) == "page.html")
    }

    @Test("Long names are shortened before their extension")
    func long() {
        let name = FileName.cleaned(String(repeating: "ü", count: 500) + ".pdf")
        #expect(name.utf8.count <= FileName.longest)
        #expect(name.hasSuffix("ü.pdf"))
        #expect(FileName.fitting(name, .jpeg).utf8.count <= FileName.longest)
        let family = FileName.cleaned(String(repeating: "👩‍👩‍👧", count: 100))
        #expect(family.utf8.count <= FileName.longest)
    }

    @Test("Any text gives a name", arguments: 0..<200)
    func fuzz(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let name = FileName.cleaned(random.text(upTo: 300))
        #expect(!name.isEmpty)
        #expect(name.utf8.count <= FileName.longest)
        #expect(!name.contains("/") && !name.contains("\\") && name != "." && name != "..")
        #expect(FileName.cleaned(name) == name)
    }
}
