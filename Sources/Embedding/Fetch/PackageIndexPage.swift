import Foundation

/// A project's page in a Python package index: the simple API as HTML (PEP 503) or JSON (PEP 691).
struct PackageIndexPage {
    struct File: Equatable {
        let name: String
        let url: URL
        /// Lower-case hex, where the index gives it.
        let sha256: String?
    }

    let files: [File]

    /// `base` is the page's own address, which relative links start from. Nil for JSON that is not such a page.
    init?(content: String, isJSON: Bool, base: URL) {
        if isJSON {
            guard let page = try? JSONDecoder().decode(JSONPage.self, from: Data(content.utf8)) else { return nil }
            files = page.files.compactMap { file in
                URL(string: file.url, relativeTo: base).map {
                    File(name: file.filename, url: $0.absoluteURL, sha256: file.hashes["sha256"]?.lowercased())
                }
            }
        } else {
            files = Self.links(in: content).compactMap { Self.file(link: $0, base: base) }
        }
    }

    func file(named name: String) -> File? {
        files.first { $0.name == name }
    }

    private struct JSONPage: Decodable {
        struct File: Decodable {
            var filename: String
            var url: String
            var hashes: [String: String]
        }
        var files: [File]
    }

    private static func file(link: String, base: URL) -> File? {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let target = parts.first, let url = URL(string: String(target), relativeTo: base)?.absoluteURL else {
            return nil
        }
        let fragment = parts.count > 1 ? parts[1] : ""
        let sha256 = fragment.hasPrefix("sha256=") ? fragment.dropFirst(7).lowercased() : nil
        return File(name: url.lastPathComponent, url: url, sha256: sha256)
    }

    /// The `href` of every anchor, with its character references resolved.
    private static func links(in html: String) -> [String] {
        html.matches(of: /<a\s[^>]*?href\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)')/.ignoresCase()).map { match in
            String(match.double ?? match.single ?? "")
                .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
                .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        }
    }
}
