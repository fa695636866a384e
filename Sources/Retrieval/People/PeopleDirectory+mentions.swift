package import Domain
package import Storage

/// The people and chats whose names the asker's words may mean.
package struct Roster: Sendable {
    package struct Person: Sendable, Hashable {
        package enum Reference: Sendable, Hashable {
            case user(UserID)
            case prospect(ProspectID)
        }

        package let reference: Reference
        package let name: String
        /// Folded.
        package let words: [String]

        package init(_ reference: Reference, name: String) {
            self.reference = reference
            self.name = name
            words = TextWord.words(of: name).map(\.folded)
        }

        package var userId: UserID? { if case .user(let id) = reference { id } else { nil } }
    }

    package struct Group: Sendable, Hashable {
        package let id: ChatID
        package let name: String

        package init(id: ChatID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// A name in a text, and whom it may mean.
    package struct Mention: Sendable {
        package let range: Range<String.Index>
        package let words: Range<Int>
        /// As written, without a possessive ending.
        package let spelling: String
        package let people: [Person]
    }

    package var people: [Person]
    package var groups: [Group]
    /// By the other one.
    package var directChats: [UserID: ChatID]

    package init(people: [Person], groups: [Group], directChats: [UserID: ChatID]) {
        self.people = people
        self.groups = groups
        self.directChats = directChats
    }

    /// Those that `actor` has to do with right now.
    package static func load(for actor: Actor, on connection: any SQLConnection) throws -> Roster {
        let users = try connection.query(
            """
            SELECT u.id, u.display_name FROM users u
            WHERE u.id <> $1 AND (
                u.id IN (SELECT client_id FROM contacts WHERE trainer_id = $1)
                OR u.id IN (SELECT trainer_id FROM contacts WHERE client_id = $1)
                OR u.id IN (
                    SELECT theirs.user_id FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
                    WHERE mine.user_id = $1
                )
            )
            ORDER BY u.display_name, u.id
            """,
            actor.userId
        ) { Person(.user(try $0.id(0)), name: try $0.text(1)) }
        let prospects = try connection.query(
            """
            SELECT id, display_name FROM prospects WHERE trainer_id = $1 AND converted_to IS NULL
            ORDER BY display_name, id
            """,
            actor.userId
        ) { Person(.prospect(try $0.id(0)), name: try $0.text(1)) }
        let groups = try connection.query(
            """
            SELECT c.id, c.name FROM chats c JOIN members m ON m.chat_id = c.id
            WHERE m.user_id = $1 AND c.kind = 'group' ORDER BY c.name, c.id
            """,
            actor.userId
        ) { Group(id: try $0.id(0), name: try $0.optionalText(1) ?? "") }
        let direct = try connection.query(
            """
            SELECT theirs.user_id, c.id FROM chats c
            JOIN members mine ON mine.chat_id = c.id JOIN members theirs ON theirs.chat_id = c.id
            WHERE mine.user_id = $1 AND theirs.user_id <> $1 AND c.kind = 'direct' ORDER BY c.active_at
            """,
            actor.userId
        ) { (try $0.id(0, UserID.self), try $0.id(1, ChatID.self)) }
        return Roster(
            people: users + prospects,
            groups: groups,
            directChats: Dictionary(direct) { _, latest in latest }
        )
    }

    // MARK: Names in a text

    /// Known names among `words`, the longest first at each place: a whole name, or one word of it.
    package func mentions(among words: [TextWord]) -> [Mention] {
        var mentions: [Mention] = []
        var position = 0
        while position < words.count {
            guard let (length, people) = people(at: position, among: words) else {
                position += 1
                continue
            }
            let taken = words[position..<position + length]
            guard let first = taken.first, let last = taken.last else { break }
            let ending =
                last.isPossessive && last.text.count - last.folded.count == 2 ? last.text.dropLast(2) : last.text[...]
            let spelling = taken.dropLast().map(\.text) + [String(ending)]
            mentions.append(
                Mention(
                    range: first.range.lowerBound..<last.range.upperBound,
                    words: position..<position + length,
                    spelling: spelling.joined(separator: " "),
                    people: people
                )
            )
            position += length
        }
        return mentions
    }

    private func people(at position: Int, among words: [TextWord]) -> (Int, [Person])? {
        let rest = words[position...]
        let longest = people.filter { person in
            person.words.count > 1 && person.words.count <= rest.count
                && zip(person.words, rest).allSatisfy { $0 == $1.folded }
        }
        if let length = longest.map(\.words.count).max() {
            return (length, longest.filter { $0.words.count == length })
        }
        guard let word = rest.first, word.isCapitalized || !Self.namesThatAreWords.contains(word.folded) else {
            return nil
        }
        let firstNames = people.filter { $0.words.first == word.folded }
        if !firstNames.isEmpty { return (1, firstNames) }
        // A family name only as one writes it: "young", "short" and "field" are words.
        guard word.isCapitalized, position > 0 else { return nil }
        let others = people.filter { $0.words.dropFirst().contains(word.folded) }
        return others.isEmpty ? nil : (1, others)
    }

    private static let namesThatAreWords: Set<String> = [
        "angel", "april", "art", "august", "autumn", "bill", "chase", "chance", "dawn", "drew", "eve", "faith", "frank",
        "grace", "grant", "guy", "harmony", "heather", "hope", "ivy", "jack", "jay", "joy", "june", "lance", "mark",
        "max", "may", "melody", "miles", "nick", "olive", "pat", "penny", "pierce", "rain", "ray", "rich", "rob",
        "rose",
        "ruby", "sage", "skip", "sue", "summer", "sunny", "terry", "tony", "trip", "victor", "violet", "wade", "will",
        "win",
    ]

    /// The group whose whole name stands among `words`.
    package func group(among words: [TextWord]) -> (group: Group, words: Range<Int>)? {
        let folded = words.map(\.folded)
        for group in groups {
            let name = TextWord.words(of: group.name).map(\.folded)
            guard !name.isEmpty, name.count <= folded.count else { continue }
            for start in 0...(folded.count - name.count) where Array(folded[start..<start + name.count]) == name {
                return (group, start..<start + name.count)
            }
        }
        return nil
    }
}
