import Domain
import Gateway
import Hummingbird
import SpotterAPI

/// Where an answer's text refers to its sources, with links that open them.
struct AnswerReferences: Sendable {
    struct Reference: Sendable, Hashable {
        /// Of the marker, such as `[1]`, in Unicode scalars.
        let scalars: Range<Int>
        /// The same in bytes of UTF-8.
        let bytes: Range<Int>
        let url: String
        let title: String
    }

    /// Such as `https://chat.example.com`.
    let origin: String

    init(origin: String) { self.origin = origin }

    /// Links lead to the server's public address, or to the one by which the request came.
    init(_ links: InvitationLinks, _ request: Request, _ context: AppContext) {
        origin = links.link(path: "", for: request, context)
    }

    func link(to citation: Citation) -> String { "\(origin)/chats/\(citation.chatId)?message=\(citation.messageId)" }

    /// Each use of a marker in the text, in its order. A source without a marker has an empty range at the end.
    func references(in answer: AssistantAnswer) -> [Reference] {
        let sources =
            answer.citations.enumerated().map { position, citation in
                (marker: "[\(position + 1)]", url: link(to: citation), title: Self.title(of: citation))
            }
            + answer.webSources.enumerated().map { position, page in
                (marker: "[w\(position + 1)]", url: page.url, title: page.title)
            }
        let end = (scalars: answer.text.unicodeScalars.count, bytes: answer.text.utf8.count)
        var found: [Reference] = []
        for source in sources {
            let places = Self.places(of: source.marker, in: answer.text)
            let used = places.isEmpty ? [(end.scalars..<end.scalars, end.bytes..<end.bytes)] : places
            found += used.map { Reference(scalars: $0.0, bytes: $0.1, url: source.url, title: source.title) }
        }
        return found.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
    }

    private static func title(of citation: Citation) -> String {
        "\(citation.senderName), \(citation.sentAt.description.prefix(10))"
    }

    private static func places(of marker: String, in text: String) -> [(Range<Int>, Range<Int>)] {
        let (pattern, scalars) = (Array(marker.unicodeScalars), Array(text.unicodeScalars))
        guard scalars.count >= pattern.count else { return [] }
        var bytes = 0
        var places: [(Range<Int>, Range<Int>)] = []
        for start in scalars.indices {
            let end = start + pattern.count
            if end <= scalars.count, scalars[start..<end].elementsEqual(pattern) {
                // A marker is ASCII: a byte for each scalar.
                places.append((start..<end, bytes..<bytes + pattern.count))
            }
            bytes += UTF8.width(scalars[start])
        }
        return places
    }
}
