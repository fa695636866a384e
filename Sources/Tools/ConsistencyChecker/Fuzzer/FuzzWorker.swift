import Domain
import ServerHarness
import SpotterAPI

/// One client of the fuzzer, with separate accounts. Runs one case after another.
struct FuzzWorker: Sendable {
    private let seeds: [FuzzCase]
    private let client: ServerClient
    private let seed: UInt64
    private var mutator: Mutator
    private var names: [String: String] = [:]
    private var count = 0
    private(set) var last: FuzzCase

    init(seed: UInt64, seeds: [FuzzCase], client: ServerClient) {
        self.seed = seed
        self.seeds = seeds
        self.client = client
        mutator = Mutator(random: SplitMix64(planSeed: seed))
        last = seeds.first ?? FuzzCase(kind: .http, bytes: [])
    }

    /// Runs the next case.
    /// - Returns: a description of the fault; `nil` if there is none.
    mutating func step() async -> String? {
        guard !seeds.isEmpty else { return "there are no cases" }
        let one = seeds[mutator.below(seeds.count)]
        let same = seeds.filter { $0.kind == one.kind }
        let other = same[mutator.below(same.count)]
        let input =
            if one.kind == .envelope, mutator.below(3) == 0 {
                // Mutates the frames rather than the texts in them.
                FuzzCase(kind: .frames, bytes: mutator.mutate(frames(of: one), with: frames(of: other)))
            } else {
                FuzzCase(kind: one.kind, bytes: mutator.mutate(one.bytes, with: other.bytes))
            }
        return await step(exactly: input)
    }

    mutating func step(exactly input: FuzzCase) async -> String? {
        // Some cases log the sender out or delete the account, so it is replaced regularly.
        if count % 25 == 0 { await renew() }
        count += 1
        last = input
        let answer = await FuzzExchange.run(input.wire(names), to: await client.server.address)
        switch answer {
        case .refused: return nil
        case .hung: return "the server kept a connection whose client had ended"
        case .answered(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            if text.contains("HTTP/1.1 500") || text.contains(#""code":"internal_error""#) {
                return "a defect: \(text.prefix(600))"
            }
            return nil
        }
    }

    private func frames(of input: FuzzCase) -> [UInt8] {
        input.bytes.split(separator: UInt8(ascii: "\n")).enumerated().flatMap { FuzzCase.frame(Array($0.element)) }
    }

    private mutating func renew() async {
        if let token = names["TOKEN"], await client.request("GET", "/v1/me", token: token)?.status == 200 { return }
        func register(_ role: Role) async -> (id: UserID, token: String, email: String)? {
            let email = "f\(seed)-\(count)-\(role.rawValue)@fuzz.example"
            let password = Secret("fuzz-password")
            let request = RegisterRequest(email: email, password: password, displayName: "Fuzz", role: role)
            guard let grant: AuthGrant = try? await client.post("/v1/auth/register", request) else { return nil }
            return (grant.user.id, grant.accessToken.reveal(), email)
        }
        guard let trainer = await register(.trainer), let member = await register(.client) else { return }
        let ask = ContactRequest(email: member.email)
        let added: AddedContactResponse? = try? await client.post("/v1/contacts", ask, token: trainer.token)
        if let id = added?.contact.id { try? await client.agree(to: id, token: member.token) }
        let request = NewChatRequest(kind: .direct, memberIds: [member.id])
        let chat: ChatResponse? = try? await client.post("/v1/chats", request, token: trainer.token)
        let chatId = chat?.chat.id.description ?? ""
        let first = SendMessageRequest(clientMessageId: "1", text: "first")
        let message: MessageResponse? =
            try? await client.post("/v1/chats/\(chatId)/messages", first, token: trainer.token)
        names = [
            "TOKEN": trainer.token, "USER": member.id.description, "CHAT": chatId,
            "MESSAGE": message?.message.id.description ?? "",
        ]
    }
}
