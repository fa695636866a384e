package import Domain
package import Retrieval
package import SpotterAPI
import Storage

extension ToolResolver {
    /// Whom a name or an id means.
    package enum NamedPerson: Sendable {
        case one(KnownPerson)
        /// A choice among several.
        case several(Needs)
        case nobody(Needs)
    }

    /// The person among those whom a user knows. A stranger and an invented name give the same answer.
    /// - Parameters:
    ///   - name: as written, or an id.
    ///   - orGroup: whether it may be one of the user's groups.
    package func person(named name: String, orGroup: Bool = false, for actor: Actor) async throws -> NamedPerson {
        let directory = try await database.read { try PeopleDirectory(of: actor, on: $0) }
        let people = directory.people + (orGroup ? directory.groups : [])
        let named = people.filter { $0.idText == name }
        let matches = named.isEmpty ? NameMatcher.best(name, among: people) { $0.name } : named
        guard let first = matches.first else {
            return .nobody(.notFound(about: "person", name: String(name.prefix(100))))
        }
        guard matches.count == 1 else {
            return .several(ToolResolutionContext.selection(of: matches, named: name).needs)
        }
        return .one(first)
    }
}
