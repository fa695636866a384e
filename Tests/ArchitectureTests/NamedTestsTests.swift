import Foundation
import TestSupport
import Testing

/// The pages that say what other apps can do name a test for each claim: each of these exists, and the counts are right.
@Suite struct NamedTestsTests {
    private static let tests = Repository.root.appending(path: "Tests")

    @Test(arguments: ["rows.md", "compat"]) func everyNamedTestExists(page: String) throws {
        let code = try Self.code()
        let missing = try Self.lines(of: page).flatMap { line in Self.names(in: line).filter { !code.has($0) } }
        #expect(missing == [], "\(page) names tests that aren't there")
    }

    @Test func theCountsAreThoseOfTheRows() throws {
        let lines = try Self.lines(of: "rows.md")
        var counted = ["works": 0, "partly": 0, "no": 0]
        for line in lines {
            guard let row = line.wholeMatch(of: /\| \d+ \|[^|]+\| (works|partly|no)\b.*/) else { continue }
            counted[String(row.1), default: 0] += 1
        }
        #expect(counted.values.reduce(0, +) == 103)
        let totals = try #require(
            lines.firstMatch { $0.wholeMatch(of: /\| all \(1-103\) \| (\d*) ?\| ?(\d*) ?\| ?(\d*) ?\|/) }
        )
        #expect(Int(totals.1) == counted["works"])
        #expect((Int(totals.2) ?? 0) == counted["partly"] && (Int(totals.3) ?? 0) == counted["no"])
    }

    @Test func aTestThatIsNotThereIsNoticed() throws {
        let line = "| 1 | sign-up | works | `NoSuchTests.signsUp`, `.forgets`, `test_nothing_at_all` |"
        let code = try Self.code()
        let missing = Self.names(in: line).filter { !code.has($0) }
        #expect(missing == ["NoSuchTests", "signsUp", "forgets", "test_nothing_at_all"])
    }

    // MARK: Reading

    private struct Code {
        let suites: Set<Substring>
        let functions: Set<Substring>

        func has(_ name: String) -> Bool { suites.contains(name[...]) || functions.contains(name[...]) }
    }

    private static func code() throws -> Code {
        let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
        var (suites, functions): (Set<Substring>, Set<Substring>) = ([], [])
        while let file = files?.nextObject() as? URL {
            guard ["swift", "py"].contains(file.pathExtension) else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            suites.formUnion(text.matches(of: /\b(?:struct|class|extension|enum) (\w+)/).map(\.1))
            functions.formUnion(text.matches(of: /\b(?:func|def) `?(\w+)/).map(\.1))
        }
        return Code(suites: suites, functions: functions)
    }

    /// The lines of a page, or of all pages in a folder.
    private static func lines(of page: String) throws -> [String] {
        let url = Repository.root.appending(path: "docs").appending(path: page)
        var pages = [url]
        if !page.hasSuffix(".md") {
            pages = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
        }
        let texts = try pages.map { try String(contentsOf: $0, encoding: .utf8) }
        return texts.flatMap { $0.split(separator: "\n").map(String.init) }
    }

    /// Suites and tests in backticks: `Suite.test`, `Folder/Suite.test`, `.test` of the suite before, `test_name`.
    private static func names(in line: String) -> [String] {
        line.matches(of: /`(?!Tests\/)(?:\w+\/)?(?:(\w+Tests)(?:\.(\w+))?|\.(\w+)|(test_\w+))`/).flatMap { match in
            [match.1, match.2, match.3, match.4].compactMap { $0.map(String.init) }
        }
    }
}

extension [String] {
    /// The first result that isn't `nil`.
    fileprivate func firstMatch<Match>(_ match: (String) -> Match?) -> Match? { lazy.compactMap(match).first }
}
