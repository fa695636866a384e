import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// People and chats for a load: made over REST, as clients would.
struct BenchWorld {
    struct Person: Sendable {
        let id: String
        let token: String
    }

    struct Pair: Sendable {
        let trainer: Person
        let client: Person
        let chatId: String
    }

    let address: String

    func pairs(_ count: Int) async throws -> [Pair] {
        try await withThrowingTaskGroup(of: [Pair].self) { group in
            let lanes = 4
            for lane in 0..<lanes {
                group.addTask {
                    var pairs: [Pair] = []
                    for number in stride(from: lane, to: count, by: lanes) { pairs.append(try await pair(number)) }
                    return pairs
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func pair(_ number: Int) async throws -> Pair {
        let trainer = try await register("trainer\(number)", role: "trainer")
        let client = try await register("client\(number)", role: "client")
        _ = try await post("/v1/contacts", ["email": "client\(number)@bench.example"], as: trainer)
        let answer = try await post("/v1/chats", ["kind": "direct", "memberIds": [client.id]], as: trainer)
        guard let chat = (answer["chat"] as? [String: Any])?["id"] as? String else {
            throw SpotterError(.unavailable, "the server under test made no chat: \(answer)")
        }
        return Pair(trainer: trainer, client: client, chatId: chat)
    }

    private func register(_ name: String, role: String) async throws -> Person {
        let answer = try await post(
            "/v1/auth/register",
            ["email": "\(name)@bench.example", "password": "bench-password", "displayName": name, "role": role]
        )
        guard let id = (answer["user"] as? [String: Any])?["id"] as? String,
            let token = answer["accessToken"] as? String
        else { throw SpotterError(.unavailable, "the server under test refused an account: \(answer)") }
        return Person(id: id, token: token)
    }

    func post(_ path: String, _ body: [String: Any], as person: Person? = nil) async throws -> [String: Any] {
        var request = HTTPClientRequest(url: address + path)
        request.method = .POST
        if let person { request.headers.add(name: "Authorization", value: "Bearer \(person.token)") }
        request.body = .bytes(ByteBuffer(data: try JSONSerialization.data(withJSONObject: body)))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let data = Data(buffer: try await response.body.collect(upTo: 1 << 22))
        return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }
}
