public import Domain

/// Finds a person among contacts and members of chats, by id, name or e-mail address. A unique prefix is enough.
///
///     let user = try PersonFinder.find("sara", chats: chats, contacts: contacts, me: me)
public enum PersonFinder {
    private struct Person {
        var label: String
        var names: Set<String>
    }

    /// "me" refers to the user.
    /// - Throws: `ChatFinder.Failure` if nobody or more than one person matches.
    public static func find(
        _ text: String,
        chats: [Chat],
        contacts: [Contact],
        me: User
    ) throws(ChatFinder.Failure) -> UserID {
        let wanted = text.trimmed.lowercased()
        if wanted == "me" { return me.id }
        var people = [me.id: Person(label: me.displayName, names: [me.displayName.lowercased(), me.email])]
        for member in chats.flatMap(\.members) {
            people[member.userId, default: Person(label: member.displayName, names: [])].names
                .insert(member.displayName.lowercased())
        }
        for contact in contacts {
            people[contact.userId, default: Person(label: "", names: [])].names
                .formUnion([contact.displayName.lowercased(), contact.email.lowercased()])
            people[contact.userId]?.label = "\(contact.displayName) <\(contact.email)>"
        }
        if let id = UserID(text), people[id] != nil { return id }
        guard !wanted.isEmpty else { throw .nothing(text) }
        let ranks: [(String) -> Bool] = [{ $0 == wanted }, { $0.hasPrefix(wanted) }, { $0.contains(wanted) }]
        for matches in ranks {
            let hits = people.filter { $0.value.names.contains(where: matches) }.sorted { $0.key < $1.key }
            if let first = hits.first {
                if hits.count == 1 { return first.key }
                throw .ambiguous(text, candidates: hits.map(\.value.label))
            }
        }
        throw .nothing(text)
    }
}
