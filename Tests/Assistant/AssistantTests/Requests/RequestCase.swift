import AssistantTools
import Domain
import Foundation
import SpotterAPI
import TestSupport

/// One line of `fixtures/requests.jsonl`: what a coach types, and what must come of it.
struct RequestCase: Decodable, Sendable {
    let `class`: String
    let say: String
    /// What was typed before in the same conversation.
    let before: [String]?
    /// The proposals that are expected, in any order; empty if the text requests nothing.
    let propose: [Expected]?
    /// What is asked instead: a kind of `Needs`, or `any`.
    let ask: String?
    /// What a clarification must name as missing.
    let missing: String?
    /// The kinds of doubts on the proposals; not checked if it isn't given.
    let doubts: [String]?
    /// Which parts of the proposals may be worded or chosen otherwise.
    let textFree: Bool?
    let whoFree: Bool?
    let atFree: Bool?
    /// Whether something may be asked besides the proposals.
    let partial: Bool?
    /// Whether asking is as good as proposing nothing.
    let askFree: Bool?
    /// Not solved yet. The test tells when it is.
    let open: Bool?
    /// Kept back while the rules were written.
    let held: Bool?
    /// 2 and 3 for what was written, and kept back, after the ones before were seen.
    let look: Int?

    struct Expected: Decodable, Sendable {
        let tool: String
        let who: String?
        /// Local times in the trainer's zone: `2026-03-12T14:00`.
        let at: String?
        /// The start of the event that is moved.
        let of: String?
        let minutes: Int?
        let title: String?
        let text: String?
        let rule: String?
    }

    static func all(_ name: String = "requests") throws -> [RequestCase] {
        let text = try String(contentsOf: folder.appendingPathComponent("\(name).jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
    }

    static let folder = Repository.root.appending(path: "fixtures")
}

extension RequestCase {
    func verdict(_ answer: AssistantAnswer, _ told: [RequestWorld.Told]) -> RequestVerdict {
        if let kind = ask {
            guard told.isEmpty else { return .wrong }
            guard let needs = answer.needs else { return .missed }
            guard kind == "any" || kind == needs.kindName else { return .missed }
            guard let missing, case .clarification(let list, _) = needs else { return .right }
            return list.contains(missing) ? .right : .missed
        }
        let expected = propose ?? []
        if expected.isEmpty {
            return !told.isEmpty ? .wrong : answer.needs == nil || askFree == true ? .right : .overasked
        }
        var left = told
        for one in expected {
            guard let found = left.firstIndex(where: { one.fits($0, self) }) else { continue }
            left.remove(at: found)
        }
        guard left.isEmpty else { return .wrong }
        let hasAll = told.count == expected.count && (answer.needs == nil || partial == true)
        guard hasAll || (partial == true && !told.isEmpty) else {
            return answer.needs == nil ? .missed : .asked
        }
        guard let doubts else { return .right }
        return Set(doubts) == Set(answer.proposals.flatMap(\.doubts).map(\.kind.rawValue)) ? .right : .missed
    }
}

/// How an answer compares with its case.
enum RequestVerdict: String, CaseIterable {
    /// As expected.
    case right
    /// It asks although it could have proposed.
    case asked
    /// Nothing is proposed and nothing asked, although something was requested.
    case missed
    /// Something was asked although nothing was requested.
    case overasked
    /// A proposal that wasn't expected: the only dangerous one.
    case wrong
}
