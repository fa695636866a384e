import Foundation
import ServerTestKit
import TestSupport
import Testing

@testable import Gateway

/// The web app's page and files, as a browser gets them.
@Suite(.standardTimeLimit) struct WebAppTests {
    @Test(arguments: [
        "/", "/invite/abc", "/chats", "/chats/0198b5f0-0000-7000-8000-000000000001",
        "/chats/0198b5f0-0000-7000-8000-000000000001/messages/0198b5f0-0000-7000-8000-000000000002", "/calendar",
        "/assistant", "/today", "/settings/devices", "/reset",
    ]) func everyPageIsTheApp(path: String) async throws {
        try await TestServer.run { server in
            let page = try await server.request("GET", path)
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["cache-control"] == "no-store")
            #expect(page.headers["cross-origin-opener-policy"] == "same-origin")
            #expect(page.headers["cross-origin-resource-policy"] == "same-origin")
            #expect(page.headers["referrer-policy"] == "no-referrer")
            #expect(page.headers["x-content-type-options"] == "nosniff")
            let policy = try #require(page.headers["content-security-policy"])
            for rule in ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"] {
                #expect(policy.contains(rule))
            }
            #expect(!policy.contains("unsafe") && !policy.contains("http"))
        }
    }

    /// The page names only files that there are, and they may be kept for ever.
    @Test func filesOfThePageAreServed() async throws {
        try await TestServer.run { server in
            let html = String(decoding: try await server.request("GET", "/").body, as: UTF8.self)
            #expect(html.matches(of: /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/).isEmpty)
            let paths = html.matches(of: /(?:src|href)="(\/[^"]+)"/).map { String($0.output.1) }
            #expect(paths.contains { $0.hasSuffix(".js") } && paths.contains { $0.hasSuffix(".css") })
            for path in paths {
                let file = try await server.request("GET", path)
                #expect(file.status == 200, "\(path)")
                let isAsset = path.hasPrefix("/assets/")
                let caching = isAsset ? "public, max-age=31536000, immutable" : "no-cache"
                #expect(file.headers["cache-control"] == caching, "\(path)")
                let text = String(decoding: file.body, as: UTF8.self)
                for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
                    #expect(!text.contains(word), "\(path): \(word)")
                }
            }
            let worker = try await server.request("GET", "/sw.js")
            #expect(worker.status == 200 && worker.headers["cache-control"] == "no-cache")
        }
    }

    /// Whoever mistypes an address in a browser reads that nothing is there; a program gets the envelope.
    @Test(arguments: ["/nothing", "/calendar/x"]) func unknownPageSaysSoInWords(path: String) async throws {
        try await TestServer.run { server in
            let http = RESTClient(baseURL: server.baseURL)
            let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
            let page = try await http.request("GET", path, headers: browser)
            #expect(page.status == 404 && page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            let answers = [
                try await http.request("GET", path), try await http.request("GET", "/v1/nothing", headers: browser),
                try await http.request("POST", path, headers: browser),
            ]
            for answer in answers { #expect(answer.status == 404 && answer.errorCode == "not_found") }
        }
    }

    @Test func otherMethodsAreRefused() async throws {
        try await TestServer.run { server in
            let answer = try await server.request("POST", "/chats")
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
        }
    }

    @Test(arguments: [
        ("gzip", true), ("br, gzip;q=0.8", true), ("deflate, GZIP", true), ("gzip;q=0", false), ("br", false),
        ("", false),
    ]) func gzipIsForThoseWhoTakeIt(header: String, takes: Bool) {
        #expect(StaticFile.takesGzip(header) == takes)
    }

    @Test func compressionIsGzip() throws {
        let bytes = Array(String(repeating: "one two three ", count: 500).utf8)
        let compressed = try #require(Gzip.compressed(bytes))
        #expect(compressed.prefix(2) == [0x1f, 0x8b] && compressed.count < bytes.count / 10)
    }
}
