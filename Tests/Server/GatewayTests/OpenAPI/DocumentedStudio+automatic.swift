import Accounts
import Domain
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Replies that are sent by themselves.
extension DocumentedStudio {
    func automatic() async throws {
        let path = "/v1/automatic"
        try await http.call("GET", path, token: client)
        let on = #"{"enabled":true,"acknowledgement":"I answer tonight."}"#
        try await http.call("PATCH", path, token: trainer, body: on)
        try await http.call("PATCH", path, token: trainer, body: #"{"afterMinutes":0}"#, status: 400)
        try await http.call("PATCH", path, token: client, body: on, status: 403)
        let agreement = "/v1/automatic/agreements/{userId}"
        let offer = #"{"kinds":["appointments","acknowledgement"]}"#
        try await http.call("PUT", agreement, ["userId": "\(sara.id)"], token: trainer, body: offer)
        try await http.call(
            "PUT",
            agreement,
            ["userId": "\(sara.id)"],
            token: trainer,
            body: #"{"kinds":[]}"#,
            status: 400
        )
        let accept = "/v1/automatic/agreements/{userId}/accept"
        let unseen = #"{"kinds":["appointments"]}"#
        try await http.call("POST", accept, ["userId": "\(alex.id)"], token: client, body: unseen, status: 409)
        let agreed = try await http.call("POST", accept, ["userId": "\(alex.id)"], token: client, body: offer)
        #expect(agreed["agreements"]?.array?.first?["agreedAt"]?.string != nil)
        try await http.call("POST", accept, ["userId": "\(sara.id)"], token: client, status: 404)
        try await http.call("POST", "/v1/automatic/preview", token: trainer, body: #"{"weeks":2}"#)
        try await http.call("POST", "/v1/automatic/preview", token: trainer, body: #"{"weeks":99}"#, status: 400)
        try await http.call("GET", "/v1/automatic/replies", token: trainer)
        try await http.call("GET", "/v1/automatic/replies", token: client, status: 403)
        // What the client wrote before was for a human.
        try await say("All good", as: trainer)
        try await say("Loved it!", as: client)
        let planned = try await plannedReply()
        try await http.call("POST", "/v1/automatic/replies/{replyId}/undo", ["replyId": planned], token: trainer)
        let nothing = ["replyId": "018f0000-0000-7000-8000-00000000dead"]
        try await http.call("POST", "/v1/automatic/replies/{replyId}/undo", nothing, token: trainer, status: 404)
        try await http.call("DELETE", agreement, ["userId": "\(alex.id)"], token: client, status: 204)
        try await http.call("DELETE", agreement, ["userId": "\(sara.id)"], token: trainer, status: 404)
        let admin = try await http.server.server.messaging.adminTokens.replace().reveal()
        let off = #"{"isAllowed":false}"#
        let changed = try await http.call("PUT", "/v1/admin/automatic", token: admin, body: off)
        #expect(changed["isAllowed"]?.bool == false)
        try await http.call("PUT", "/v1/admin/automatic", token: admin, body: #"{"isAllowed":true}"#)
        try await http.call("PATCH", path, token: trainer, body: #"{"enabled":false}"#)
    }

    /// The reply that the server plans in the background.
    private func plannedReply() async throws -> String {
        var id: String?
        try await until("a reply is planned") {
            let replies = try await http.call("GET", "/v1/automatic/replies", token: trainer)["replies"]?.array
            id = replies?.first?["id"]?.string
            return id != nil
        }
        return try #require(id)
    }
}
