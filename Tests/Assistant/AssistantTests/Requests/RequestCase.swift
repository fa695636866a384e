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
    /// Not solved yet. The test tells when it is.
    let open: Bool?

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

    static func all() throws -> [RequestCase] {
        let text = try String(contentsOf: folder.appendingPathComponent("requests.jsonl"), encoding: .utf8)
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Self.self, from: Data($0.utf8)) }
    }

    static let folder = Repository.root.appending(path: "fixtures")
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
