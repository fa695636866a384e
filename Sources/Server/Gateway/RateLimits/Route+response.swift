import Accounts
import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

extension RouteTable.Route {
    /// Runs the route within its caller's budgets and, if it is heavy, in its turn. Reports in headers what is left.
    func response(to request: Request, _ context: AppContext) async throws -> Response {
        guard !limit.isFree, let limits = context.limits else {
            context.letBodyCome(request)
            return try await answer(request, context)
        }
        if access == .own { return try await ownResponse(to: request, context, limits) }
        var budget: Budget?
        var place: PlaceUnderWay?
        if let credential = context.credential {
            budget = try limits.admit(credential, limit.quota)
            place = try limits.underWay.begin(credential.userId)
        } else if context.admin == nil {
            // Whatever the request says of itself: nobody has looked at it.
            budget = try limits.admitAnonymous(context.address, limit.quota)
            place = try limits.beginAnonymous(context.address)
        }
        context.letBodyCome(request)
        var response = try await inTurn(request, context, limits)
        budget?.write(to: &response.headers)
        if response.isStream, let user = context.credential?.userId {
            response.hold(try limits.underWay.beginStream(user))
        } else {
            response.hold(place)
        }
        return response
    }

    /// The route counts its caller. Whoever it doesn't get to know counts as a stranger; those whom it refuses for that are
    /// counted with all who are: see `AnonymousRateLimit`.
    private func ownResponse(to request: Request, _ context: AppContext, _ limits: Limits) async throws -> Response {
        let admission = Admission()
        var context = context
        context.admission = admission
        context.letBodyCome(request)
        let response = try await answer(request, context)
        if !admission.isDone, response.status != .unauthorized { _ = try limits.admitAnonymous(context.address) }
        return response
    }

    private func inTurn(_ request: Request, _ context: AppContext, _ limits: Limits) async throws -> Response {
        guard let user = context.credential?.userId, isHeavy || charge == .body else {
            return try await answer(request, context)
        }
        var request = request
        if method != .get, method != .head {
            // Before the turn: otherwise whoever sends slowly would hold their own. A longer one is left to the route, which
            // refuses it, or counts what it stores.
            let body = try await request.wholeBody(upTo: maxBodyBytes ?? context.maxBodyBytes)
            if let body, charge == .body { try limits.charge(.messageBytes, body.readableBytes, to: user) }
        }
        guard isHeavy else { return try await answer(request, context) }
        let whole = request
        return try await limits.workTurns.answer(user, on: context.channel.eventLoop) {
            try await answer(whole, context)
        }
    }

    private var isHeavy: Bool { cost == .heavy || cost == nil }

    private func answer(_ request: Request, _ context: AppContext) async throws -> Response {
        try await WorkOwner.$current.withValue(context.credential?.userId) {
            try await handler(request, context).response(from: request, context: context)
        }
    }
}

/// Whether a route that authenticates its caller itself has got to know who it is.
final class Admission: Sendable {
    private let done = Atomic(false)

    func finish() { done.store(true, ordering: .relaxed) }
    var isDone: Bool { done.load(ordering: .relaxed) }
}
