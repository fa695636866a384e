import Accounts
import CheckIns
import Domain
import Hummingbird
import SpotterAPI

/// Questions that a trainer asks clients at times of their own, and the answers.
struct CheckInRoutes {
    let checkIns: CheckIns

    private static let form = "/v1/check-ins/{checkInId}"
    private static let asked = "/v1/check-ins/asked"

    func add(to table: inout RouteTable) {
        table.tag = .messages
        addForms(to: &table)
        addOne(to: &table)
        addAsked(to: &table)
        addPhotos(to: &table)
    }

    private func addPhotos(to table: inout RouteTable) {
        let checkIns = checkIns
        table.on(
            .get,
            "/v1/clients/{userId}/photos",
            "listClientPhotos",
            "The pictures that a client has sent, each with its day on the client's clock: newest first",
            query: [
                QueryParameter("before", MessageID.self, "`next` of an answer, for older ones."),
                QueryParameter("limit", Int.self, "Of messages that are looked at: 1 to 200; 100 if left out"),
            ],
            response: .json(ClientPhotosResponse.self)
        ) { request, context in
            let client: UserID = try context.id("userId", what: "client")
            let photos = try await checkIns.photos(
                of: client,
                before: try request.parameter("before"),
                limit: try request.parameter("limit") ?? 100,
                for: try context.requirePrincipal().actor
            )
            return JSONResponse(photos)
        }
    }

    private func addForms(to table: inout RouteTable) {
        let checkIns = checkIns
        table.on(
            .get,
            "/v1/check-ins",
            "listCheckIns",
            "List the trainer's check-ins",
            response: .json(CheckInsResponse.self)
        ) { _, context in
            let list = try await checkIns.list(for: try context.requirePrincipal().actor)
            return JSONResponse(CheckInsResponse(checkIns: list))
        }
        table.on(
            .post,
            "/v1/check-ins",
            "createCheckIn",
            "Ask clients some questions, once or recurring, each on their own clock (trainer)",
            body: NewCheckInRequest.self,
            response: .json(CheckInResponse.self, .created),
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(NewCheckInRequest.self, context: context)
            let new = NewCheckIn(
                title: body.title,
                questions: body.questions,
                clients: body.clientIds,
                startsAt: body.startsAt,
                words: body.when,
                rrule: body.rrule,
                zone: body.zone,
                quietHours: body.quietHours,
                remindAfterHours: body.remindAfterHours ?? 24
            )
            let made = try await checkIns.create(new, by: try context.requirePrincipal().actor)
            return JSONResponse(.created, CheckInResponse(checkIn: made))
        }
    }

    private func addOne(to table: inout RouteTable) {
        let checkIns = checkIns
        table.on(
            .get,
            Self.form,
            "getCheckIn",
            "Get a check-in",
            response: .json(CheckInResponse.self)
        ) { _, context in
            let id: CheckInID = try context.id("checkInId", what: "check-in")
            let found = try await checkIns.checkIn(id, for: try context.requirePrincipal().actor)
            return JSONResponse(CheckInResponse(checkIn: found))
        }
        table.on(
            .patch,
            Self.form,
            "updateCheckIn",
            "Change a check-in; what was asked stays as it was asked",
            body: UpdateCheckInRequest.self,
            response: .json(CheckInResponse.self),
            cost: .heavy
        ) { request, context in
            let body = try await request.decode(UpdateCheckInRequest.self, context: context)
            let id: CheckInID = try context.id("checkInId", what: "check-in")
            let change = NewCheckIn.Change(
                title: body.title,
                questions: body.questions,
                clients: body.clientIds,
                startsAt: body.startsAt,
                words: body.when,
                rrule: body.rrule.replacement,
                zone: body.zone.replacement,
                quietHours: body.quietHours.replacement,
                remindAfterHours: body.remindAfterHours,
                isPaused: body.isPaused
            )
            let changed = try await checkIns.change(id, change, by: try context.requirePrincipal().actor)
            return JSONResponse(CheckInResponse(checkIn: changed))
        }
        table.on(
            .delete,
            Self.form,
            "deleteCheckIn",
            "Delete a check-in with what it has asked; the messages and their points stay",
            response: .noContent
        ) { _, context in
            let id: CheckInID = try context.id("checkInId", what: "check-in")
            try await checkIns.delete(id, by: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
    }

    private func addAsked(to table: inout RouteTable) {
        let checkIns = checkIns
        table.on(
            .get,
            Self.asked,
            "listAskedCheckIns",
            "What a trainer has asked, or a client was asked, with the answers: newest first",
            query: [
                QueryParameter("checkInId", CheckInID.self), QueryParameter("chatId", ChatID.self),
                QueryParameter("clientId", UserID.self), QueryParameter("state", AskedCheckIn.State.self),
                QueryParameter("before", AskedCheckInID.self, "Only what was asked before this one."),
                QueryParameter("limit", Int.self, "1 to 200; 50 if left out"),
            ],
            response: .json(AskedCheckInsResponse.self)
        ) { request, context in
            let query = CheckIns.AskedQuery(
                checkIn: try request.parameter("checkInId"),
                chat: try request.parameter("chatId"),
                client: try request.parameter("clientId"),
                state: try request.parameter("state", as: String.self).map(Self.state),
                before: try request.parameter("before"),
                limit: try request.parameter("limit") ?? 50
            )
            return JSONResponse(try await checkIns.asked(query, for: try context.requirePrincipal().actor))
        }
        table.on(
            .get,
            Self.asked + "/{askedId}",
            "getAskedCheckIn",
            "Get a check-in that was asked, with the answers",
            response: .json(AskedCheckInResponse.self)
        ) { _, context in
            let id: AskedCheckInID = try context.id("askedId", what: "check-in")
            let found = try await checkIns.asked(id, for: try context.requirePrincipal().actor)
            return JSONResponse(AskedCheckInResponse(asked: found))
        }
        table.on(
            .post,
            Self.asked + "/{askedId}/answers",
            "answerCheckIn",
            "Answer a check-in, in one message of the chat (client); the same answers again change nothing",
            body: CheckInAnswersRequest.self,
            response: .json(AskedCheckInResponse.self),
            cost: .light
        ) { request, context in
            let body = try await request.decode(CheckInAnswersRequest.self, context: context)
            let id: AskedCheckInID = try context.id("askedId", what: "check-in")
            let answered = try await checkIns.answer(id, body.answers, by: try context.requirePrincipal().actor)
            return JSONResponse(AskedCheckInResponse(asked: answered))
        }
    }

    private static func state(_ text: String) throws -> AskedCheckIn.State {
        guard let state = AskedCheckIn.State(rawValue: text) else {
            throw SpotterError.invalid("state must be open, answered or missed.")
        }
        return state
    }
}
