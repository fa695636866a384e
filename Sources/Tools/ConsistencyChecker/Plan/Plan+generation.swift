import ServerHarness

extension Plan {
    /// - Parameter features: what the server supports; steps that need anything else become sends.
    package init(seed: UInt64, steps: Int = 60, features: Features = .all) {
        var random = SplitMix64(planSeed: seed)
        self.seed = seed
        let clients = Int.random(in: 2...3, using: &random)
        people = [Person(isTrainer: true)] + (0..<clients).map { _ in Person(isTrainer: false) }
        let everybody = Array(people.indices.dropFirst())
        var chats = [
            ChatPlan(isGroup: false, owner: 0, others: [1]), ChatPlan(isGroup: true, owner: 0, others: everybody),
        ]
        if clients == 3, Bool.random(using: &random) {
            chats.append(ChatPlan(isGroup: true, owner: 0, others: Array(everybody.shuffled(using: &random).prefix(2))))
        }
        self.chats = chats
        var devices = Array(people.indices)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            devices.append(people.indices.randomElement(using: &random) ?? 0)
        }
        let share = max(1, steps / devices.count)
        scripts = devices.enumerated().map { number, person in
            var writer = ScriptGenerator(
                device: number,
                chats: chats.count,
                people: devices.count > 3 ? clients + 1 : 3,
                features: features,
                random: SplitMix64(planSeed: random.next())
            )
            let tail = max(2, share / 5)
            return Script(
                person: person,
                steps: (tail..<share).map { _ in writer.step(isTail: false) },
                tail: (0..<tail).map { _ in writer.step(isTail: true) }
            )
        }
    }
}

/// Features of a server besides sending and reading.
package struct Features: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let reactions = Features(rawValue: 1)
    package static let pins = Features(rawValue: 2)
    package static let renaming = Features(rawValue: 4)
    package static let roles = Features(rawValue: 8)
    package static let drafts = Features(rawValue: 16)
    package static let settings = Features(rawValue: 32)
    package static let readAll = Features(rawValue: 64)
    /// Editing, deleting and reacting over the socket.
    package static let socketChanges = Features(rawValue: 128)
    package static let all = Features(rawValue: 255)
}

extension SplitMix64 {
    /// Mixes the seed first: plans have consecutive seeds.
    init(planSeed seed: UInt64) { self.init(seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x5851_F42D_4C95_7F2D) }
}
