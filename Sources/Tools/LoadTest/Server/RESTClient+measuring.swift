import ServerHarness

extension RESTClient {
    /// The REST client of a load. It accepts any certificate, and waits as long as a busy server needs.
    static func measuring(_ url: String) -> RESTClient {
        RESTClient(baseURL: url, client: RESTClient.trustingClient, timeoutSeconds: 120)
    }
}
