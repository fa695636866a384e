import Domain
import Foundation
import TestSupport

@testable import ClientProfiles

/// `fixtures/profiles.jsonl`: what clients say about themselves in the studio's chats, and in a second world written
/// before the rules. Messages that aren't listed say nothing.
struct LabelledProfiles {
    struct Label: Decodable {
        struct Fact: Decodable {
            let category: [ProfileItem.Category]
            let has: String
            let status: ProfileItem.Status?
        }

        let world: String
        let ref: String
        let client: String?
        let sentAt: Timestamp?
        let text: String?
        let facts: [Fact]
        /// What may be found besides, without being asked for.
        let also: [ProfileItem.Category]?
    }

    private struct StudioLine: Decodable {
        let type: String
        let chat: String?
        let ref: String?
        let sender: String?
        let sentAt: Timestamp?
        let text: String?
        let email: String?
        let timezone: String?
    }

    struct Message {
        let ref: String
        let client: String
        let timeZone: String
        let sentAt: Timestamp
        let text: String
    }

    struct Found {
        let client: String
        let item: FoldedItem
        /// The refs of its messages.
        let refs: [String]
    }

    struct Score {
        var right = 0, wrong: [String] = [], missed: [String] = [], optional = 0, status: [String] = []
        var gold: Int { right + missed.count }
        var precision: Double { Double(right) / Double(max(1, right + wrong.count)) }
        var recall: Double { Double(right) / Double(max(1, gold)) }
        var figures: String {
            "precision \(Int((precision * 100).rounded())) %, recall \(Int((recall * 100).rounded())) %, "
                + "\(right) of \(gold) found, \(wrong.count) wrong, \(optional) more, \(status.count) with another status"
        }
    }

    let labels: [Label]

    init() throws {
        labels = try Self.lines("profiles.jsonl").map { try JSONDecoder().decode(Label.self, from: $0) }
    }

    private static func lines(_ name: String) throws -> [Data] {
        try Data(contentsOf: Repository.fixture(name)).split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }

    func messages(of world: String) throws -> [Message] {
        guard world == "studio" else {
            return labels.filter { $0.world == world }.compactMap { label in
                guard let client = label.client, let at = label.sentAt, let text = label.text else { return nil }
                return Message(ref: label.ref, client: client, timeZone: "Europe/London", sentAt: at, text: text)
            }
        }
        let lines = try Self.lines("studio.jsonl").map { try JSONDecoder().decode(StudioLine.self, from: $0) }
        let zones = Dictionary(
            lines.compactMap { line in line.email.flatMap { email in line.timezone.map { (email, $0) } } }
        ) { one, _ in one }
        let groups: Set<String> = ["ch15", "ch16", "ch17"]
        return lines.compactMap { line in
            guard line.type == "message", let ref = line.ref, let sender = line.sender, !sender.hasPrefix("alex"),
                let at = line.sentAt, let text = line.text, let chat = line.chat, !groups.contains(chat)
            else { return nil }
            return Message(ref: ref, client: sender, timeZone: zones[sender] ?? "UTC", sentAt: at, text: text)
        }.sorted { $0.sentAt < $1.sentAt }
    }

    func found(in world: String) throws -> [Found] {
        let extractor = ProfileExtractor()
        var result: [Found] = []
        for (client, messages) in Dictionary(grouping: try messages(of: world), by: \.client).sorted(by: {
            $0.key < $1.key
        }) {
            var stored: [StoredStatement] = []
            var refs: [MessageID: String] = [:]
            for (number, message) in messages.enumerated() {
                let id = MessageID(high: 1, low: UInt64(number))
                refs[id] = message.ref
                let statements = extractor.statements(
                    in: message.text,
                    sentAt: message.sentAt,
                    timeZone: message.timeZone
                )
                for (part, statement) in statements.enumerated() {
                    stored.append(
                        StoredStatement(
                            id: statement.id(in: id, part: part),
                            message: id,
                            saidAt: message.sentAt,
                            statement: statement
                        )
                    )
                }
            }
            for item in ProfileFolding(stored).items {
                result.append(Found(client: client, item: item, refs: item.sources.compactMap { refs[$0] }))
            }
        }
        return result
    }

    func score(of world: String) throws -> Score {
        var score = Score()
        let found = try found(in: world)
        let byRef = Dictionary(labels.filter { $0.world == world }.map { ($0.ref, $0) }) { one, _ in one }
        var matched: Set<String> = []
        for one in found {
            let category = one.item.category
            let line =
                "\(one.refs.joined(separator: " ")) \(category.rawValue) \(one.item.status.rawValue): \(one.item.text)"
            let hits = one.refs.flatMap { ref in
                (byRef[ref]?.facts ?? []).enumerated().filter { $0.element.category.contains(category) }.map {
                    (key: "\(ref) \($0.offset)", fact: $0.element)
                }
            }
            for hit in hits where matched.insert(hit.key).inserted {
                score.right += 1
                if let status = hit.fact.status, status != one.item.status {
                    score.status.append("\(hit.key): \(line)")
                }
            }
            guard hits.isEmpty else { continue }
            if one.refs.first.flatMap({ byRef[$0] })?.also?.contains(category) == true {
                score.optional += 1
            } else {
                score.wrong.append(line)
            }
        }
        let texts = Dictionary(try messages(of: world).map { ($0.ref, $0.text) }) { one, _ in one }
        for label in byRef.values.sorted(by: { $0.ref < $1.ref }) {
            for (offset, fact) in label.facts.enumerated() where !matched.contains("\(label.ref) \(offset)") {
                score.missed.append(
                    "\(label.ref) \(fact.category.map(\.rawValue).joined(separator: "|")): \(texts[label.ref] ?? "")"
                )
            }
        }
        return score
    }
}
