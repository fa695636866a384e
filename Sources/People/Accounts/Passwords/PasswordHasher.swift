import Crypto
import CryptoExtras
public import Domain
import Foundation

/// Hashes passwords with scrypt (RFC 7914) on a bounded pool, so that a rush of log-ins doesn't take CPU or memory from
/// messaging.
public final class PasswordHasher: Sendable {
    /// The cost parameters of RFC 7914: `2^logRounds` rounds, block size `r`, parallelism `p`. Each hash takes `128 · r
    /// · 2^logRounds` bytes of memory.
    public struct Cost: Sendable, Hashable {
        public let logRounds: Int
        public let blockSize: Int
        public let parallelism: Int

        /// 32 MiB and three passes: as strong as OWASP's first recommendation, with a quarter of its memory.
        public static let standard = Cost(logRounds: 15, blockSize: 8, parallelism: 3)
        /// For tests, which create many accounts.
        public static let minimal = Cost(logRounds: 4, blockSize: 1, parallelism: 1)

        public init(logRounds: Int, blockSize: Int, parallelism: Int) {
            self.logRounds = logRounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }
    }

    private let cost: Cost
    private let pool: HashingPool

    /// - Parameter maxQueued: the most that may wait, of log-ins and of new passwords each.
    public init(cost: Cost = .standard, threads: Int = 2, maxQueued: Int = 64) {
        self.cost = cost
        pool = HashingPool(threads: threads, maxWaiting: maxQueued)
    }

    /// The passwords that wait to be hashed.
    public var pendingCount: Int { pool.waiting }

    /// A new salted hash: `scrypt$logRounds$r$p$salt$key`, with salt and key in base64.
    /// - Throws: `unavailable` if too many passwords wait to be hashed, `rate_limited` if too many of the caller's.
    public func hash(_ password: Secret) async throws -> String {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let cost = cost
        let key = try await pool.run(.new, of: .current) { try Self.derive(password, salt: salt, cost: cost) }
        return [
            "scrypt", "\(cost.logRounds)", "\(cost.blockSize)", "\(cost.parallelism)",
            Data(salt).base64EncodedString(), Data(key).base64EncodedString(),
        ].joined(separator: "$")
    }

    /// Whether `password` matches `stored`. `nil`, for an account that doesn't exist, yields `false` after the same
    /// time.
    /// - Throws: `unavailable` if too many passwords wait to be hashed, `rate_limited` if too many of the caller's.
    public func verify(_ password: Secret, against stored: String?) async throws -> Bool {
        let parsed = stored.flatMap(Self.parse)
        let cost = parsed?.cost ?? cost
        let salt = parsed?.salt ?? [UInt8](repeating: 0, count: 16)
        let key = try await pool.run(.check, of: .current) { try Self.derive(password, salt: salt, cost: cost) }
        guard let expected = parsed?.key, expected.count == key.count else { return false }
        // Compared in constant time, so that the duration doesn't reveal how many bytes match.
        return zip(expected, key).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether a stored hash has the configured cost. Others are replaced at the next log-in.
    public func isCurrent(_ stored: String) -> Bool { Self.parse(stored)?.cost == cost }

    private static func derive(_ password: Secret, salt: [UInt8], cost: Cost) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.reveal().utf8),
            salt: salt,
            outputByteCount: 32,
            rounds: 1 << cost.logRounds,
            blockSize: cost.blockSize,
            parallelism: cost.parallelism
        )
        return key.withUnsafeBytes { [UInt8]($0) }
    }

    private static func parse(_ stored: String) -> (cost: Cost, salt: [UInt8], key: [UInt8])? {
        let parts = stored.split(separator: "$").map(String.init)
        guard parts.count == 6, parts[0] == "scrypt", let logRounds = Int(parts[1]), (1...24).contains(logRounds),
            let blockSize = Int(parts[2]), (1...32).contains(blockSize),
            let parallelism = Int(parts[3]), (1...16).contains(parallelism),
            let salt = Data(base64Encoded: parts[4]), let key = Data(base64Encoded: parts[5])
        else { return nil }
        let cost = Cost(logRounds: logRounds, blockSize: blockSize, parallelism: parallelism)
        return (cost, [UInt8](salt), [UInt8](key))
    }
}
