import Accounts
import Domain
import Hummingbird
import Scheduling
import SpotterAPI

/// A trainer's working hours and the usual lengths of events.
struct SchedulingSettingsRoutes {
    let preferences: SchedulingPreferences

    func add(to table: inout RouteTable) {
        table.tag = .calendar
        let preferences = preferences
        table.on(
            .get,
            "/v1/me/scheduling",
            "getScheduling",
            "The trainer's working hours and the usual lengths of events (trainer)",
            response: .json(SchedulingSettingsResponse.self)
        ) { _, context in
            let settings = try await preferences.settings(of: try context.requirePrincipal().actor)
            return JSONResponse(SchedulingSettingsResponse(scheduling: settings))
        }
        table.on(
            .patch,
            "/v1/me/scheduling",
            "updateScheduling",
            "Change the working hours and usual lengths (trainer)",
            body: UpdateSchedulingRequest.self,
            response: .json(SchedulingSettingsResponse.self)
        ) { request, context in
            let body = try await request.decode(UpdateSchedulingRequest.self, context: context)
            let settings = try await preferences.change(by: try context.requirePrincipal().actor) { settings in
                settings.workingHours = body.workingHours ?? settings.workingHours
                settings.callMinutes = body.callMinutes ?? settings.callMinutes
                settings.trainingMinutes = body.trainingMinutes ?? settings.trainingMinutes
            }
            return JSONResponse(SchedulingSettingsResponse(scheduling: settings))
        }
    }
}
