import Testing

@testable import SpotterClient

@Suite struct ServerAddressTests {
    @Test(arguments: [
        ("https://chat.example.com", "https://chat.example.com"),
        ("https://chat.example.com/", "https://chat.example.com"),
        ("HTTPS://Chat.Example.com:8443/spotter/", "https://chat.example.com:8443/spotter"),
        ("chat.example.com", "https://chat.example.com"),
        ("localhost:8080", "http://localhost:8080"),
        ("127.0.0.1:9", "http://127.0.0.1:9"),
        ("http://[::1]:8080", "http://[::1]:8080"),
        ("http://10.0.0.5:80", "http://10.0.0.5"),
    ]) func readsWhatPeopleType(text: String, address: String) {
        #expect(ServerAddress(text)?.description == address)
    }

    @Test(arguments: [
        "", " ", "ftp://example.com", "https://", "http://user:secret@example.com", "https://example.com?x=1",
        "https://example.com#a", "http://example.com:0", "http://example.com:70000", "http://a b",
    ]) func refusesTheRest(text: String) {
        #expect(ServerAddress(text) == nil)
    }

    @Test func ipv6LosesItsBracketsForTheSocket() {
        #expect(ServerAddress("http://[::1]:8080")?.host == "::1")
        #expect(ServerAddress("http://[::1]:8080")?.isLoopback == true)
        #expect(ServerAddress("http://127.example.com")?.isLoopback == false)
    }
}
