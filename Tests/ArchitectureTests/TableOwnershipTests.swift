import Foundation
import Testing

/// SQL has the same walls as Swift: a module names only the tables that it creates. What it needs of others it joins
/// through fragments that their owners offer, such as `VisibleChats`.
@Suite struct TableOwnershipTests {
    @Test func noModuleNamesTheTableOfAnother() throws {
        let tree = try SourceTree()
        let owners = Self.owners(in: tree.files)
        let violations = tree.files.flatMap { file in Self.foreignTables(in: file, owners: owners) }
        #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    }

    @Test func everyTableHasOneOwner() throws {
        let owners = Self.owners(in: try SourceTree().files)
        #expect(owners.count > 30)
        // The client's copy of its user's chats is another database.
        let servers = owners.mapValues { $0.subtracting(["SpotterClient"]) }
        #expect(servers.filter { $0.value.count > 1 }.isEmpty)
    }

    @Test(arguments: [
        (#"connection.query("SELECT id FROM users WHERE id = $1")"#, true),
        ("\"\"\"\nSELECT 1 FROM members m\nJOIN  users u ON u.id = m.user_id\n\"\"\"", true),
        (#""DELETE FROM users""#, true), (#""UPDATE users SET a = 1""#, true), (#""INSERT INTO users (id)""#, true),
        (#""CREATE TABLE a (user_id BLOB REFERENCES users (id))""#, false),
        (#"try User.find(id, on: connection) // FROM usersOfToday"#, false),
        ("/// Reads FROM users by way of Accounts.\nlet a = 1", false),
    ])
    func statementsAreRecognised(text: String, isViolation: Bool) {
        let file = SourceTree.File(group: "", module: "Other", path: "Other.swift", text: text)
        let found = Self.foreignTables(in: file, owners: ["users": ["Accounts"]])
        #expect(!found.isEmpty == isViolation)
    }

    private static func owners(in files: [SourceTree.File]) -> [String: Set<String>] {
        var owners: [String: Set<String>] = [:]
        for file in files {
            for match in file.text.matches(of: /CREATE (?:VIRTUAL )?TABLE (?:IF NOT EXISTS )?([a-z_0-9]+)/) {
                owners[String(match.1), default: []].insert(file.module)
            }
        }
        return owners
    }

    private static func foreignTables(in file: SourceTree.File, owners: [String: Set<String>]) -> [String] {
        let code = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop(while: \.isWhitespace).hasPrefix("//") ? "" : $0 }.joined(separator: "\n")
        return code.matches(of: /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z_0-9]+)\b/).compactMap { match in
            let table = String(match.1)
            guard let owners = owners[table], !owners.contains(file.module) else { return nil }
            let line = code[..<match.range.lowerBound].count(where: \.isNewline) + 1
            return "\(file.path):\(line) names \(table) of \(owners.sorted().joined(separator: ", "))"
        }
    }
}
