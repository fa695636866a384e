import Accounts
import Contacts
import Domain
import Gateway
import HTTPTypes
import Hummingbird
import Messaging
import SpotterAPI

/// The app's two migrations. Anybody could run them once; here they need the administrator's token, and only count unless
/// they are told otherwise.
struct MigrationFunctions: Sendable {
    let messaging: MessagingServices

    func add(to table: inout RouteTable) {
        for path in ["/migrateExistingChats", "/{project}/{region}/migrateExistingChats"] {
            table.on(
                .post,
                path,
                path.hasPrefix("/{") ? "migrateExistingChatsOfProject" : "migrateExistingChats",
                "Firebase callable migrateExistingChats (admin)",
                access: .open,
                body: CallableRequest.self,
                response: .json(CallableResponse.self),
                failure: CallableFailure.self,
                cost: .light
            ) { request, context in
                do {
                    return CallableResponder.json(try await migrate(request, context), isForPages: false)
                } catch {
                    return CallableResponder.json(CallableError(presenting: error, context), isForPages: false)
                }
            }
            CallableResponder.addRefusals(of: path, to: &table, isForPages: false)
        }
        for path in ["/fixProspectChats", "/{project}/{region}/fixProspectChats"] {
            table.on(
                .post,
                path,
                path.hasPrefix("/{") ? "fixProspectChatsOfProject" : "fixProspectChats",
                "Firebase function fixProspectChats (admin)",
                access: .open,
                response: .json(ProspectChatsReport.self),
                failure: ProspectChatsFailure.self,
                cost: .light
            ) { request, context in try await fixProspectChats(request, context) }
            table.unlisted(.get, path, access: .open, cost: .light) { request, context in
                try await fixProspectChats(request, context)
            }
        }
    }

    // MARK: migrateExistingChats

    /// Makes trainers and clients who have a chat of their own contacts of each other.
    private func migrate(_ request: Request, _ context: AppContext) async throws -> JSONValue {
        try CallableFunctions.requireJSON(request)
        let bytes = try await request.body(upTo: CallableFunctions.maxStrangersBodyBytes)
        let data = try CallableData.read([UInt8](buffer: bytes))
        let admin = try await admin(request, context)
        let dryRun: Bool
        switch data["dryRun"] {
        case nil: dryRun = true
        case let value?:
            guard let flag = value.bool else { throw CallableError(.invalidArgument, "dryRun must be true or false") }
            dryRun = flag
        }
        let (pairs, trainers) = try await messaging.chats.directPairs()
        let added = try await messaging.contacts.adopt(pairs, dryRun: dryRun, by: admin)
        return [
            "success": true, "trainersProcessed": .integer(trainers), "clientsAdded": .integer(added.count),
            "errors": [], "dryRun": .bool(dryRun),
        ]
    }

    // MARK: fixProspectChats

    /// A prospect has no account, so none is ever in a chat: there is nothing to put right, and this says so.
    private func fixProspectChats(_ request: Request, _ context: AppContext) async throws -> Response {
        do {
            _ = try await admin(request, context)
            let found = try await messaging.contacts.countConvertedProspects()
            return try JSONResponse(ProspectChatsReport(totalProspectsFound: found)).response()
        } catch {
            let shown = CallableError(presenting: error, context)
            return try JSONResponse(shown.code.status, ProspectChatsFailure(error: shown.message)).response()
        }
    }

    // MARK: Who may

    /// - Throws: `unauthenticated` without a valid token; `permission-denied` for a user's.
    private func admin(_ request: Request, _ context: AppContext) async throws -> AdminActor {
        guard request.headers[.authorization] != nil else {
            throw CallableError(.unauthenticated, "You must be the administrator to run a migration")
        }
        guard let token = request.bearerToken else { throw CallableError(.unauthenticated, "Unauthenticated") }
        return try await context.guarded {
            if let admin = try await messaging.adminTokens.actor(of: token) { return admin }
            guard (try? await messaging.accounts.authenticate(token)) != nil else {
                throw SpotterError(.unauthorized, "Unauthenticated")
            }
            throw CallableError(.permissionDenied, "You must be the administrator to run a migration")
        }
    }
}

/// The response of `fixProspectChats`.
struct ProspectChatsReport: APIValue {
    var success = true
    var message = "No chat names a prospect here, so there is nothing to change."
    let totalProspectsFound: Int
    var totalChatsUpdated = 0

    init(totalProspectsFound: Int) { self.totalProspectsFound = totalProspectsFound }

    static var example: Self { Self(totalProspectsFound: 3) }
}

struct ProspectChatsFailure: APIValue {
    var success = false
    let error: String

    init(error: String) { self.error = error }

    static var example: Self { Self(error: "Unauthenticated") }
}
