import ServerHarness

extension RESTClient {
    /// The client of a load: it takes any certificate, and waits as long as a busy server needs.
    static func measuring(_ url: String) -> RESTClient {
        RESTClient(baseURL: url, client: RESTClient.trustingClient, timeoutSeconds: 120)
    }
}
