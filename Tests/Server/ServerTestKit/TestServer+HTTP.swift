public import Domain
import Foundation
import SpotterClient

extension TestServer {
    private var http: RESTClient { RESTClient(baseURL: baseURL) }

    /// One request over a real connection.
    public func request(
        _ method: String,
        _ path: String,
        as user: TestUser? = nil,
        token: String? = nil,
        body: String? = nil
    ) async throws -> RESTResponse {
        try await http.request(method, path, token: token ?? user?.accessToken.reveal(), body: body)
    }

    /// One request with a JSON body made of plain values.
    public func request(
        _ method: String,
        _ path: String,
        as user: TestUser? = nil,
        json: [String: Any]
    ) async throws -> RESTResponse {
        try await http.request(method, path, token: user?.accessToken.reveal(), json: json)
    }

    /// A WebSocket on which nothing has been sent yet.
    /// - Parameters:
    ///   - headers: further header lines of the request.
    ///   - receiveBuffer: bytes that the system accepts for a client that doesn't read.
    public func socket(
        token: Secret? = nil,
        headers: [String] = [],
        receiveBuffer: Int? = nil
    ) async throws -> RawSocket {
        try await RawSocket.connect(
            host: address.host,
            port: address.port,
            token: token?.reveal(),
            headers: headers,
            receiveBuffer: receiveBuffer
        )
    }

    /// A WebSocket on which `user` has said hello, and the server's welcome.
    public func open(_ user: TestUser, positions: [ChatID: Int64]? = nil) async throws -> (
        socket: RawSocket, welcome: RawFrame
    ) {
        let socket = try await socket(token: user.accessToken)
        return (socket, try await socket.hello(positions: positions))
    }
}
