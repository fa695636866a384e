import Domain
import Testing

@testable import NATS

@Suite struct NATSAddressTests {
    @Test func addressesAreRead() throws {
        let plain = try NATSAddress("nats://bus1")
        #expect(plain.servers == [.init(host: "bus1", port: 4222)] && plain.login == .none && !plain.requiresTLS)
        let whole = try NATSAddress("tls://a%40b:p%3A%2Fx@bus1,bus-2.example.com:4333,[::1]:99/?ca=/etc/my%20ca.pem")
        #expect(whole.servers.map(\.port) == [4222, 4333, 99] && whole.servers.last?.host == "::1")
        #expect(whole.login == .user("a@b", password: Secret("p:/x")) && whole.hasPassword)
        #expect(whole.requiresTLS && whole.authority == "/etc/my ca.pem")
        #expect(try NATSAddress("nats://t0ken@bus1/").login == .token(Secret("t0ken")))
    }

    @Test func secretsAreNotPrinted() throws {
        let address = try NATSAddress("nats://spotter:hidden@bus1,[::1]:4223?ca=/a.pem")
        #expect("\(address)" == "nats://bus1:4222,[::1]:4223")
        #expect(!String(reflecting: address).contains("hidden") && !"\(address.login)".contains("hidden"))
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!dumped.contains("hidden"))
    }

    @Test(arguments: [
        "", "bus1:4222", "http://bus1", "nats://", "nats://,", "nats://bus1,", "nats://bus1:0", "nats://bus1:65536",
        "nats://bus1:x", "nats://hidden@x@bus1", "nats://hidden:a:b@bus1", "nats://:hidden@bus1", "nats://@bus1",
        "nats://u:hidden%zz@bus1", "nats://u:hid/den@bus1", "nats://bus 1", "nats://bus1/hidden",
        "nats://bus1?hidden=1", "nats://bus1?ca=", "nats://[::1", "nats://[bus1]", "nats://bus1\r\nPUB x 0",
    ]) func othersAreRefused(text: String) {
        let error = #expect(throws: SpotterError.self) { _ = try NATSAddress(text) }
        #expect(!(error?.message.contains("hid") ?? true))
    }
}
