import Domain
import Retrieval
import SpotterAPI

extension ToolResolutionContext {
    /// The person whom the request names; `nil` if it names nobody.
    /// - Parameter preferred: wins among people whom the name fits equally well.
    /// - Throws: `Open` if the name fits nobody, or several people.
    func person(
        among people: [KnownPerson],
        preferring preferred: (KnownPerson) -> Bool = { _ in true }
    ) throws -> KnownPerson? {
        let matches: [KnownPerson]
        let name: String
        switch request.person {
        case nil: return nil
        case .id(let id)?:
            name = id.description
            // A choice among people may include a prospect, whose id is returned like any other.
            matches = people.filter { $0.idText == name }
        case .prospect(let id)?:
            name = id.description
            matches = people.filter { $0.identity == .prospect(id) }
        case .named(let text)?:
            name = text.trimmed
            guard !name.isEmpty else { return nil }
            matches = NameMatcher.best(name, among: people) { $0.name }
        }
        let better = matches.filter(preferred)
        let chosen = better.isEmpty ? matches : better
        guard let first = chosen.first else {
            throw Open(.notFound(about: "client", name: String(name.prefix(100))))
        }
        guard chosen.count == 1 else { throw Self.selection(of: chosen, named: name, in: says) }
        return first
    }

    static func selection(
        of people: [KnownPerson],
        named name: String,
        in says: AssistantSentences = .english
    ) -> Open {
        Open(
            .selection(
                about: "client",
                prompt: says(.whichPerson, ["name": String(name.prefix(100))]),
                options: people.prefix(20).map(\.option)
            )
        )
    }
}
