import Foundation
import Testing

@testable import Embedding

@Suite struct PackageIndexPageTests {
    private func page(_ content: String, isJSON: Bool = false) throws -> PackageIndexPage {
        let base = try #require(URL(string: "https://index.test/simple/tiny/"))
        return try #require(PackageIndexPage(content: content, isJSON: isJSON, base: base))
    }

    @Test(arguments: [
        #"<a href="https://files.test/p/tiny-1.whl#sha256=ABC">tiny-1.whl</a>"#,
        #"<A data-x="&gt;" HREF='https://files.test/p/tiny-1.whl#sha256=abc'>tiny-1.whl</A>"#,
        "<html><a\n  href = \"https://files.test/p/tiny-1.whl#sha256=abc\"\n>tiny-1.whl</a>",
    ])
    func readsLinks(html: String) throws {
        let file = try #require(try page(html).file(named: "tiny-1.whl"))
        #expect(file.url.absoluteString.hasPrefix("https://files.test/p/tiny-1.whl"))
        #expect(file.sha256 == "abc")
    }

    @Test func resolvesRelativeLinksAndReferences() throws {
        let html = ##"<a href="../../p/tiny-1.whl?a=1&amp;b=2">x</a><a name="y">y</a><a href="#md5=1">z</a>"##
        let file = try #require(try page(html).file(named: "tiny-1.whl"))
        #expect(file.url.absoluteString == "https://index.test/p/tiny-1.whl?a=1&b=2")
        #expect(file.sha256 == nil)
    }

    @Test func readsJSON() throws {
        let json = """
            {"meta": {"api-version": "1.0"}, "name": "tiny", "files": [
            {"filename": "tiny-1.tar.gz", "url": "a", "hashes": {}},
            {"filename": "tiny-1.whl", "url": "/p/tiny-1.whl", "hashes": {"sha256": "ABC"}, "yanked": false}]}
            """
        let file = try #require(try page(json, isJSON: true).file(named: "tiny-1.whl"))
        #expect(file.url.absoluteString == "https://index.test/p/tiny-1.whl")
        #expect(file.sha256 == "abc")
    }

    @Test(arguments: ["", "<a", "<a href=", "<a href=\"", "<a href=''></a>", "<<a href=\"%\">"])
    func survivesBrokenHTML(html: String) throws {
        #expect(try page(html).file(named: "tiny-1.whl") == nil)
    }

    @Test func refusesBrokenJSON() throws {
        let base = try #require(URL(string: "https://index.test/"))
        #expect(PackageIndexPage(content: "{}", isJSON: true, base: base) == nil)
    }
}
