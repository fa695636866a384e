package import Accounts
package import Domain
import Storage

/// Relations that an administrator makes of what people have long been to each other, after a move from elsewhere.
extension Contacts {
    /// A trainer and a possible client of theirs.
    package struct Pair: Sendable, Hashable {
        package let trainer: UserID
        package let client: UserID

        package init(trainer: UserID, client: UserID) {
            self.trainer = trainer
            self.client = client
        }
    }

    /// Makes relations, except where they exist, where one of the two has blocked the other, or where the client is asked
    /// or has answered: who declined or left isn't brought back. A repetition makes none.
    /// - Parameter dryRun: only counts them.
    /// - Returns: the pairs that were related, or would be.
    package func adopt(_ pairs: [Pair], dryRun: Bool, by admin: AdminActor) async throws -> [Pair] {
        var adopted: [Pair] = []
        // Small transactions: sends don't wait for long, and what was done stays done.
        for start in stride(from: 0, to: pairs.count, by: 200) {
            let part = Array(pairs[start..<min(start + 200, pairs.count)])
            adopted += try await adopt(part: part, dryRun: dryRun, by: admin)
        }
        return adopted
    }

    private func adopt(part: [Pair], dryRun: Bool, by admin: AdminActor) async throws -> [Pair] {
        let now = clock.now()
        guard !dryRun else {
            return try await database.read { connection in try part.filter { try canAdopt($0, on: connection) } }
        }
        let adopted = try await database.write { connection in
            let adopted = try part.filter { try canAdopt($0, on: connection) }
            for pair in adopted {
                _ = try Self.relate(trainer: pair.trainer, client: pair.client, at: now, on: connection)
                try observer.relationWillChange(between: pair.trainer, and: pair.client, on: connection)
                let detail = "client \(pair.client)"
                try AdminLog.record(.relate, user: pair.trainer, by: admin, detail: detail, at: now, on: connection)
            }
            return adopted
        }
        for pair in adopted { observer.relationDidChange(between: pair.trainer, and: pair.client) }
        return adopted
    }

    private func canAdopt(_ pair: Pair, on connection: any SQLConnection) throws -> Bool {
        guard let client = try User.find(pair.client, on: connection), client.role == .client,
            try !Self.exists(trainer: pair.trainer, client: pair.client, on: connection),
            try !BlockRows.exists(between: pair.trainer, and: pair.client, on: connection)
        else { return false }
        return try ContactRequestRows.find(from: pair.trainer, to: client.email, on: connection) == nil
    }

    /// How many prospects have become clients.
    package func countConvertedProspects() async throws -> Int {
        try await database.read { connection in
            try connection.first("SELECT count(*) FROM prospects WHERE converted_to IS NOT NULL") {
                Int(try $0.int(0))
            } ?? 0
        }
    }
}
