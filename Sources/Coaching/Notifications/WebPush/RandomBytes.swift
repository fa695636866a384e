/// Bytes that can't be guessed: Swift's default generator is the system's, which is cryptographically secure.
enum RandomBytes {
    static func make(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
}
