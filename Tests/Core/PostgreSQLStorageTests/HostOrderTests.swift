import Testing

@testable import PostgreSQLStorage

@Suite struct HostOrderTests {
    private static func lists(_ order: HostOrder) -> [String] { order.keywords.map(\.value) }

    @Test(arguments: [
        ("a,b,c", "1,2,3", "b", "2", "b,c,a", "2,3,1"),
        ("a,b", "5432", "b", "5432", "b,a", "5432,5432"),
        ("a,a", "1,2", "a", "2", "a,a", "2,1"),
        ("a,b", "1,2", "a", "1", "a,b", "1,2"),
        ("a,b", "1,2", "c", "1", "a,b", "1,2"),
    ])
    func whatWasReachedComesFirst(_ list: (String, String, String, String, String, String)) {
        let order = HostOrder()
        order.reached(.init(host: list.2, port: list.3), of: list.0, list.1)
        #expect(Self.lists(order) == [list.4, list.5])
    }

    @Test func afterAFailureTheNextComesFirst() {
        let order = HostOrder()
        order.missed("a,b,c", "1,2,3")
        #expect(Self.lists(order) == ["b,c,a", "2,3,1"])
        order.reached(.init(host: "c", port: "3"), of: "b,c,a", "2,3,1")
        #expect(Self.lists(order) == ["c,a,b", "3,1,2"])
        order.missed("c,a,b", "3,1,2")
        #expect(Self.lists(order) == ["a,b,c", "1,2,3"])
        #expect(order.place == .init(host: "c", port: "3"))
    }

    /// The writer and a reader, which have begun with the same host.
    @Test func missesAtTheSameTimeCountOnce() {
        let order = HostOrder()
        for _ in 0..<2 { order.missed("a,b", "1,2") }
        #expect(Self.lists(order) == ["b,a", "2,1"])
        order.missed("b,a", "2,1")
        #expect(Self.lists(order) == ["a,b", "1,2"])
    }

    /// One host, and lists that don't fit each other.
    @Test(arguments: [("a", "1"), ("a,b", "1,2,3"), ("", "")])
    func theAddressStaysAsItIs(hosts: String, ports: String) {
        let order = HostOrder()
        #expect(order.keywords.isEmpty)
        order.missed(hosts, ports)
        #expect(order.keywords.isEmpty)
        order.reached(.init(host: "a", port: "1"), of: hosts, ports)
        order.missed(hosts, ports)
        #expect(order.keywords.isEmpty)
    }
}
