package import Gateway

/// The Matrix client-server API, so that clients of Matrix chat here: chats are rooms, people are users. There is no
/// federation and no encryption end to end. It isn't in the OpenAPI document, because Matrix describes it.
package enum MatrixRoutes {
    package static func add(to table: inout RouteTable, _ services: MatrixServices) {
        table.contract = MatrixContract()
        defer { table.contract = nil }
        var matrix = MatrixTable(routes: table, services: services)
        LoginRoutes(services: services).add(to: &matrix)
        SyncRoutes(services: services).add(to: &matrix)
        RoomReadingRoutes(services: services).add(to: &matrix)
        RoomSendingRoutes(services: services).add(to: &matrix)
        RoomMarkerRoutes(services: services).add(to: &matrix)
        RoomMembershipRoutes(services: services).add(to: &matrix)
        MatrixPeopleRoutes(services: services).add(to: &matrix)
        MatrixMediaRoutes(services: services).add(to: &matrix)
        ServerRoutes(services: services).add(to: &matrix)
        table = matrix.routes
    }
}
