public import Domain
import SpotterAPI

/// Connects with the session of an API client, and refreshes its token if the server rejects it.
///
///     let socket = ReconnectingSocket(HTTPSocketConnector(api, deviceId: "laptop"))
public struct HTTPSocketConnector: SocketConnector {
    private let api: SpotterHTTP
    private let deviceId: String

    public init(_ api: SpotterHTTP, deviceId: String) {
        self.api = api
        self.deviceId = deviceId
    }

    public func connect(positions: [ChatID: Int64]?) async throws -> any SocketLink {
        let token = try await api.currentGrant().accessToken
        do {
            return try await connect(positions, token)
        } catch let error as ClientError where error.meansStaleToken {
            let fresh = try await api.renewToken(after: token)
            do {
                return try await connect(positions, fresh)
            } catch let error as ClientError where error.meansStaleToken {
                throw ClientError.sessionEnded
            }
        }
    }

    private func connect(_ positions: [ChatID: Int64]?, _ token: Secret) async throws -> any SocketLink {
        try await SpotterSocket.connect(
            to: api.server,
            trust: api.trust,
            token: token,
            deviceId: deviceId,
            positions: positions
        )
    }
}
