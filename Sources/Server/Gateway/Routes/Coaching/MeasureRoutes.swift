import Accounts
import Domain
import Hummingbird
import Measures
import NIOCore
import SpotterAPI

/// A client's measures: for the trainer those between the two, for the client their own with all trainers.
struct MeasureRoutes {
    let measures: MeasureService

    /// Of a table that is brought.
    private static let maxTableBytes = 4 * 1024 * 1024
    private static let base = "/v1/clients/{userId}/measures"
    private static let kinds = "/v1/measure-kinds"
    private static let alerts = "/v1/me/measure-alerts"
    private static let point = "/v1/clients/{userId}/measures/points/{pointId}"

    private static let filters = [
        QueryParameter("kind", String.self, "A measure such as weight or lift, or a trainer's own; all if left out."),
        QueryParameter("since", String.self, "The first day: YYYY-MM-DD."),
        QueryParameter("until", String.self, "The last day: YYYY-MM-DD."),
    ]

    func add(to table: inout RouteTable) {
        table.tag = .people
        addReading(to: &table)
        addPoints(to: &table)
        addExchange(to: &table)
        addAlerts(to: &table)
        addKinds(to: &table)
    }

    private func addKinds(to table: inout RouteTable) {
        let measures = measures
        table.on(
            .get,
            Self.kinds,
            "listMeasureKinds",
            "The measures that the trainer has added, or the client's trainers have",
            response: .json(CustomMeasuresResponse.self)
        ) { _, context in
            JSONResponse(try await measures.kinds(for: try context.requirePrincipal().actor))
        }
        table.on(
            .post,
            Self.kinds,
            "addMeasureKind",
            "Add a measure, to be asked for in check-ins and written down by hand (trainer)",
            body: NewCustomMeasureRequest.self,
            response: .json(CustomMeasureResponse.self, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewCustomMeasureRequest.self, context: context)
            let kind = try await measures.addKind(body, by: try context.requirePrincipal().actor)
            return JSONResponse(.created, CustomMeasureResponse(kind: kind))
        }
        table.on(
            .delete,
            Self.kinds + "/{kindId}",
            "deleteMeasureKind",
            "Delete a measure with all its values (trainer)",
            response: .noContent
        ) { _, context in
            let id: CustomMeasureID = try context.id("kindId", what: "measure")
            try await measures.deleteKind(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
    }

    private func addAlerts(to table: inout RouteTable) {
        let measures = measures
        table.on(
            .get,
            Self.alerts,
            "getMeasureAlerts",
            "Whether the trainer is told of drops and jumps of clients' values",
            response: .json(MeasureAlertsBody.self)
        ) { _, context in
            JSONResponse(try await measures.alerts(of: try context.requirePrincipal().actor))
        }
        table.on(
            .put,
            Self.alerts,
            "setMeasureAlerts",
            "Be told once of each drop or jump of a client's value, or not any more (trainer)",
            body: MeasureAlertsBody.self,
            response: .json(MeasureAlertsBody.self)
        ) { request, context in
            let body = try await request.decode(MeasureAlertsBody.self, context: context)
            return JSONResponse(try await measures.setAlerts(body, by: try context.requirePrincipal().actor))
        }
    }

    private func addReading(to table: inout RouteTable) {
        let measures = measures
        table.on(
            .get,
            Self.base,
            "getMeasures",
            "What a client measures, as series with the source of each point: the newest 5 000 points",
            query: Self.filters,
            response: .json(MeasuresResponse.self)
        ) { request, context in
            let (client, actor) = try Self.parties(context)
            return JSONResponse(try await measures.series(of: client, try Self.query(request), for: actor))
        }
    }

    private func addPoints(to table: inout RouteTable) {
        let measures = measures
        table.on(
            .post,
            Self.base + "/points",
            "addMeasurePoint",
            "Write down a value of a client",
            body: NewMeasurePointRequest.self,
            response: .json(MeasurePointResponse.self, .created),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewMeasurePointRequest.self, context: context)
            let (client, actor) = try Self.parties(context)
            return JSONResponse(
                .created,
                MeasurePointResponse(point: try await measures.add(body, to: client, by: actor))
            )
        }
        table.on(
            .patch,
            Self.point,
            "updateMeasurePoint",
            "Correct a value of a client; its message doesn't change it any more",
            body: UpdateMeasurePointRequest.self,
            response: .json(MeasurePointResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateMeasurePointRequest.self, context: context)
            let (client, actor) = try Self.parties(context)
            let id: MeasurePointID = try context.id("pointId", what: "value")
            let point = try await measures.change(id, body, of: client, by: actor)
            return JSONResponse(MeasurePointResponse(point: point))
        }
        table.on(
            .delete,
            Self.point,
            "deleteMeasurePoint",
            "Remove a value of a client; it doesn't come back",
            response: .noContent
        ) { _, context in
            let (client, actor) = try Self.parties(context)
            try await measures.remove(try context.id("pointId", what: "value"), of: client, by: actor)
            return Response(status: .noContent)
        }
    }

    private func addExchange(to table: inout RouteTable) {
        let measures = measures
        table.on(
            .get,
            Self.base + "/export",
            "exportMeasures",
            "A client's measures as a file: a table, or all series in JSON",
            query: [QueryParameter("format", MeasureExportFormat.self)] + Self.filters,
            response: .jsonOrText(MeasuresResponse.self, "text/csv"),
            cost: .heavy
        ) { request, context in
            let (client, actor) = try Self.parties(context)
            let query = try Self.query(request)
            switch try request.parameter("format", as: String.self) {
            case nil, MeasureExportFormat.csv.rawValue:
                let text = try await measures.table(of: client, query, for: actor)
                return Self.file(ByteBuffer(string: text), "text/csv; charset=utf-8", "measures.csv")
            case MeasureExportFormat.json.rawValue:
                let document = try await measures.document(of: client, query, for: actor)
                let bytes = ByteBuffer(bytes: try document.json())
                return Self.file(bytes, "application/json; charset=utf-8", "measures.json")
            default: throw SpotterError.invalid("format must be csv or json.")
            }
        }
        table.on(
            .post,
            Self.base + "/import",
            "importMeasures",
            "Bring a table of values with the columns day, kind, value and, if you like, detail and unit: all or none",
            otherBody: "text/csv",
            query: [
                QueryParameter("trainerId", UserID.self, "For a client with several trainers: which one sees them.")
            ],
            response: .json(MeasureImportResponse.self),
            cost: .heavy,
            maxBodyBytes: Self.maxTableBytes
        ) { request, context in
            let (client, actor) = try Self.parties(context)
            let trainer: UserID? = try request.parameter("trainerId")
            let text = String(buffer: try await request.body(upTo: Self.maxTableBytes))
            return JSONResponse(try await measures.bring(table: text, to: client, trainer: trainer, by: actor))
        }
    }

    private static func query(_ request: Request) throws -> MeasureService.Query {
        MeasureService.Query(
            kind: try request.parameter("kind"),
            since: try request.parameter("since"),
            until: try request.parameter("until")
        )
    }

    private static func file(_ body: ByteBuffer, _ mediaType: String, _ name: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: mediaType, .contentDisposition: ContentDisposition.attachment(name),
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: body)
        )
    }

    private static func parties(_ context: AppContext) throws -> (client: UserID, actor: Actor) {
        (try context.id("userId", what: "client"), try context.requirePrincipal().actor)
    }
}
