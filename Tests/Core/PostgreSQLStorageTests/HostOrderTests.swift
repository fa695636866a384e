import Testing

@testable import PostgreSQLStorage

@Suite struct HostOrderTests {
    @Test(arguments: [
        ("a,b,c", "1,2,3", "b", "2", "b,c,a", "2,3,1"),
        ("a,b", "5432", "b", "5432", "b,a", "5432,5432"),
        ("a,a", "1,2", "a", "2", "a,a", "2,1"),
        ("a,b", "1,2", "a", "1", "a,b", "1,2"),
    ])
    func thePlaceComesFirst(_ list: (String, String, String, String, String, String)) {
        let order = HostOrder.order(from: .init(host: list.2, port: list.3), hosts: list.0, ports: list.1)
        #expect(order?.hosts == list.4 && order?.ports == list.5)
    }

    /// One host, another place, and lists that don't fit each other.
    @Test(arguments: [("a", "1", "a", "1"), ("a,b", "1,2", "c", "1"), ("a,b", "1,2,3", "b", "2"), ("", "", "", "")])
    func theAddressStaysAsItIs(_ list: (String, String, String, String)) {
        #expect(HostOrder.order(from: .init(host: list.2, port: list.3), hosts: list.0, ports: list.1) == nil)
    }
}
