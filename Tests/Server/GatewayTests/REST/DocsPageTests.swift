import Domain
import Foundation
import ServerTestKit
import TestSupport
import Testing

/// `GET /docs`: a page that shows `GET /openapi.json`, by files of our own and nothing else.
@Suite(.standardTimeLimit) struct DocsPageTests {
    @Test func thePageAllowsNothingFromElsewhere() async throws {
        try await TestServer.run { server in
            let page = try await server.request("GET", "/docs")
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            let policy = try #require(page.headers["content-security-policy"])
            for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'", "trusted-types 'none'"] {
                #expect(policy.contains(rule))
            }
            #expect(!policy.contains("unsafe") && !policy.contains("http"))
            let html = String(decoding: page.body, as: UTF8.self)
            #expect(html.matches(of: /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/).isEmpty)
            let files = html.matches(of: /(?:src|href)="(\/docs\/[^"]+)"/).map { String($0.output.1) }
            #expect(Set(files) == ["/docs/icon.svg", "/docs/page.css", "/docs/page.js"])
            for path in files + ["/docs/operation.js", "/docs/schema.js"] {
                let file = try await server.request("GET", path)
                let text = String(decoding: file.body, as: UTF8.self)
                #expect(file.status == 200 && file.headers["x-content-type-options"] == "nosniff", "\(path)")
                for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "localStorage"]
                {
                    #expect(!text.contains(word), "\(path): \(word)")
                }
                #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains("://"), "\(path)")
            }
        }
    }

    /// A cache may keep the files, and asks by the tag.
    @Test(arguments: ["/docs", "/docs/page.js", "/openapi.json"]) func filesAreCached(path: String) async throws {
        try await TestServer.run { server in
            let http = RESTClient(baseURL: server.baseURL)
            let whole = try await http.request("GET", path)
            let tag = try #require(whole.headers["etag"])
            #expect(whole.headers["cache-control"] == "public, max-age=300")
            let head = try await http.request("HEAD", path)
            #expect(head.status == 200 && head.body.isEmpty && head.headers["etag"] == tag)
            #expect(head.headers["content-length"] == "\(whole.body.count)")
            for known in [tag, String(tag.dropFirst("W/".count)), "\"other\", \(tag)", "*"] {
                let again = try await http.request("GET", path, headers: ["If-None-Match": known])
                #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag, "\(known)")
            }
            #expect(try await http.request("GET", path, headers: ["If-None-Match": "\"other\""]).status == 200)
            let wrong = try await http.request("POST", path)
            #expect(wrong.status == 405 && wrong.headers["allow"] == "GET, HEAD")
        }
    }

    /// What a key needs is told; what no key may do has no scope.
    @Test func operationsTellTheScopeOfKeys() async throws {
        try await TestServer.run { server in
            let document = try #require(
                JSONValue.parse([UInt8](try await server.request("GET", "/openapi.json").body), maxBytes: 16 << 20)
            )
            let paths = try #require(document["paths"])
            #expect(paths["/v1/search"]?["post"]?["x-api-key-scope"] == "search")
            #expect(paths["/v1/keys"]?["post"]?.object?.keys.contains("x-api-key-scope") == false)
        }
    }
}
