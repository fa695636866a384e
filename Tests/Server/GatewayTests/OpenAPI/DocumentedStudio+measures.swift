import Domain
import ServerTestKit
import Testing

extension DocumentedStudio {
    func measures() async throws {
        let person = ["userId": "\(sara.id)"]
        let path = "/v1/clients/{userId}/measures"
        let body = #"{"kind":"weight","value":62.5,"unit":"kg","day":"2026-03-18"}"#
        let made = try await http.call("POST", path + "/points", person, token: trainer, body: body, status: 201)
        let point = person.merging(["pointId": try #require(made["point"]?["id"]?.string)]) { one, _ in one }
        let vague = #"{"kind":"weight","value":62500}"#
        try await http.call("POST", path + "/points", person, token: trainer, body: vague, status: 400)
        let change = #"{"value":62.1}"#
        try await http.call("PATCH", path + "/points/{pointId}", point, token: client, body: change)
        let read = try await http.call("GET", path, person, token: client, query: "?kind=weight&since=2026-03-01")
        #expect(read["series"]?[0]?["points"]?[0]?["value"]?.double == 62.1)
        try await http.call("GET", path, person, token: trainer, query: "?kind=charm", status: 400)
        try await http.call("GET", path + "/export", person, token: trainer, query: "?format=json")
        let table = "day,kind,value\n2026-03-19,weight,61.9\n"
        let type = ["Content-Type": "text/csv"]
        let brought = try await http.call("POST", path + "/import", person, token: trainer, headers: type, body: table)
        #expect(brought["imported"]?.int == 1)
        try await http.call("POST", path + "/import", person, token: trainer, headers: type, body: "?", status: 400)
        let water = #"{"name":"water","unit":"l","min":0,"max":10}"#
        let kind = try await http.call("POST", "/v1/measure-kinds", token: trainer, body: water, status: 201)
        try await http.call("POST", "/v1/measure-kinds", token: client, body: water, status: 403)
        let none = #"{"name":"","unit":"l","min":0,"max":10}"#
        try await http.call("POST", "/v1/measure-kinds", token: trainer, body: none, status: 400)
        let kinds = try await http.call("GET", "/v1/measure-kinds", token: client)
        #expect(kinds["kinds"]?[0]?["name"]?.string == "water")
        let one = ["kindId": try #require(kind["kind"]?["id"]?.string)]
        try await http.call("DELETE", "/v1/measure-kinds/{kindId}", one, token: client, status: 404)
        try await http.call("DELETE", "/v1/measure-kinds/{kindId}", one, token: trainer, status: 204)
        let on = #"{"enabled":true}"#
        try await http.call("PUT", "/v1/me/measure-alerts", token: trainer, body: on)
        let alerts = try await http.call("GET", "/v1/me/measure-alerts", token: trainer)
        #expect(alerts["enabled"]?.bool == true)
        try await http.call("PUT", "/v1/me/measure-alerts", token: trainer, body: "{}", status: 400)
        try await http.call("GET", "/v1/me/measure-alerts", token: client, status: 403)
        try await http.call("DELETE", path + "/points/{pointId}", point, token: client, status: 204)
        try await http.call("DELETE", path + "/points/{pointId}", point, token: client, status: 404)
    }
}
