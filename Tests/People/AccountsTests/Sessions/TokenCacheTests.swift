import Domain
import Testing

@testable import Accounts

@Suite struct TokenCacheTests {
    private func hash(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }
    private let holder = TokenCache.Holder(user: UserID(high: 1, low: 1), session: SessionID(high: 2, low: 2))

    @Test func remembersTheLatest() {
        let cache = TokenCache(capacity: 4)
        for number in 0..<UInt8(7) { cache.store(holder, for: hash(number)) }
        #expect(cache.holder(of: hash(6)) == holder)
        #expect(cache.holder(of: hash(4)) == holder)
        #expect(cache.holder(of: hash(0)) == nil)
    }

    @Test func forgetsWhatIsRemoved() {
        let cache = TokenCache(capacity: 4)
        for number in 0..<UInt8(4) { cache.store(holder, for: hash(number)) }
        for number in 0..<UInt8(3) { cache.remove(hash(number)) }
        #expect((0..<UInt8(4)).map { cache.holder(of: hash($0)) } == [nil, nil, nil, holder])
    }

    @Test func knowsNothingOfOthers() {
        let cache = TokenCache()
        cache.store(holder, for: hash(1))
        #expect(cache.holder(of: hash(2)) == nil)
    }
}
