import Domain
import SpotterClient

/// Looks up what the user named, and says where to look if nothing is called so.
///
/// - Parameters:
///   - what: one of them, such as `template`.
///   - command: lists them, such as `spotter template list`.
/// - Throws: what `body` throws; instead of `ChatFinder.Failure.nothing`, a sentence that names the command.
func finding<Found>(_ what: String, listedBy command: String, _ body: () throws -> Found) throws -> Found {
    do {
        return try body()
    } catch ChatFinder.Failure.nothing(let text) {
        throw SpotterError(.notFound, "no \(what) matches '\(text)'. `\(command)` lists them.")
    } catch ChatFinder.Failure.ambiguous(_, let candidates) where Set(candidates).count < candidates.count {
        throw SpotterError.invalid("several \(what)s are called that. Give the id, from `\(command)`.")
    }
}

extension NameMatch {
    /// The contact of a name, an address or an id.
    static func contact(_ text: String, in contacts: [Contact]) throws -> (element: Contact, isGuess: Bool) {
        try finding("contact", listedBy: "spotter contacts") {
            let match = try match(text, in: contacts, named: { [$0.displayName, $0.email, $0.userId.description] })
            return (match.element, match.isGuess)
        }
    }
}
