import CheckIns
import Domain
import ServerTestKit
import Storage
import Testing

@testable import SpotterServer

extension DocumentedStudio {
    func checkIns() async throws {
        let questions = #"[{"kind":"number","prompt":"Weight","measure":"weight","unit":"kg"}]"#
        let body =
            #"{"title":"Sunday","questions":\#(questions),"clientIds":["\#(sara.id)"],"when":"every Sunday at 18:00"}"#
        let made = try await http.call("POST", "/v1/check-ins", token: trainer, body: body, status: 201)
        let form = ["checkInId": try #require(made["checkIn"]?["id"]?.string)]
        let vague = #"{"title":"Sunday","questions":[],"clientIds":["\#(sara.id)"],"when":"some day"}"#
        try await http.call("POST", "/v1/check-ins", token: trainer, body: vague, status: 400)
        try await http.call("POST", "/v1/check-ins", token: client, body: body, status: 403)
        let listed = try await http.call("GET", "/v1/check-ins", token: trainer)
        #expect(listed["checkIns"]?[0]?["recipients"]?[0]?["nextAt"]?.string != nil)
        try await http.call("GET", "/v1/check-ins/{checkInId}", form, token: trainer)
        try await http.call("GET", "/v1/check-ins/{checkInId}", form, token: client, status: 404)
        try await askNow()
        try await answer()
        let person = ["userId": "\(sara.id)"]
        try await http.call("GET", "/v1/clients/{userId}/photos", person, token: trainer, query: "?limit=10")
        try await http.call("GET", "/v1/clients/{userId}/photos", person, token: client, query: "?limit=0", status: 400)
        let stranger = mike.accessToken.reveal()
        try await http.call("GET", "/v1/clients/{userId}/photos", person, token: stranger, status: 404)
        let pause = #"{"isPaused":true,"rrule":null}"#
        let paused = try await http.call("PATCH", "/v1/check-ins/{checkInId}", form, token: trainer, body: pause)
        #expect(paused["checkIn"]?["isPaused"]?.bool == true)
        try await http.call("DELETE", "/v1/check-ins/{checkInId}", form, token: trainer, status: 204)
    }

    private func askNow() async throws {
        let server = http.server.server
        try await server.database.write { connection in
            _ = try connection.execute("UPDATE check_in_clients SET next_at = 1, wake_at = 1")
        }
        try await server.useCases.checkInService.askDue()
    }

    private func answer() async throws {
        let open = try await http.call("GET", "/v1/check-ins/asked", token: client, query: "?state=open&limit=10")
        let asked = ["askedId": try #require(open["asked"]?[0]?["id"]?.string)]
        try await http.call("GET", "/v1/check-ins/asked", token: client, query: "?state=late", status: 400)
        try await http.call("GET", "/v1/check-ins/asked/{askedId}", asked, token: trainer)
        let other = mike.accessToken.reveal()
        try await http.call("GET", "/v1/check-ins/asked/{askedId}", asked, token: other, status: 404)
        let path = "/v1/check-ins/asked/{askedId}/answers"
        let answers = #"{"answers":[{"question":1,"number":81.3}]}"#
        let answered = try await http.call("POST", path, asked, token: client, body: answers)
        #expect(answered["asked"]?["state"]?.string == "answered")
        let wrong = #"{"answers":[{"question":1,"text":"no"}]}"#
        try await http.call("POST", path, asked, token: client, body: wrong, status: 400)
        try await http.call("POST", path, asked, token: trainer, body: answers, status: 403)
    }
}
