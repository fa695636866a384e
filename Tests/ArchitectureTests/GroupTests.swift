import Testing

/// A group is a folder of `Sources`. Its modules use those of its own group and of the groups below it.
@Suite struct GroupTests {
    private static let fromAbove = [
        "Tools", "Clients", "Server", "Assistant", "Coaching", "Search", "Language", "Messaging", "People", "API",
        "Core",
    ]

    @Test func everyFolderIsAGroup() throws {
        let folders = Set(try SourceTree().files.map(\.group))
        #expect(folders == Set(Self.fromAbove))
    }

    @Test func noModuleUsesAGroupAbove() throws {
        let files = try SourceTree().files
        let groups = Dictionary(files.map { ($0.module, $0.group) }, uniquingKeysWith: { first, _ in first })
        let violations = files.flatMap { file in
            file.text.matches(of: /(?m)^(?:@testable |public |package )?import (\w+)$/).compactMap { match -> String? in
                guard let used = groups[String(match.1)], Self.isAbove(used, file.group) else { return nil }
                return "\(file.path) is in \(file.group) and uses \(match.1) of \(used)"
            }
        }
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test(arguments: [("Server", "Core", true), ("Core", "Server", false), ("Search", "Search", false)])
    func groupsAreOrdered(upper: String, lower: String, isAbove: Bool) {
        #expect(Self.isAbove(upper, lower) == isAbove)
    }

    private static func isAbove(_ group: String, _ other: String) -> Bool {
        let places = fromAbove
        guard let place = places.firstIndex(of: group), let below = places.firstIndex(of: other) else { return false }
        return place < below
    }
}
