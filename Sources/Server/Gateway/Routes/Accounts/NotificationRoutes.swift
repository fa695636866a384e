import Domain
import Hummingbird
import Notifications
import SpotterAPI

/// Subscriptions of a user's devices to notifications.
struct NotificationRoutes {
    let notifications: NotificationServices

    func add(to table: inout RouteTable) {
        table.tag = .notifications
        let notifications = notifications
        let subscriptions = notifications.subscriptions
        table.on(
            .post,
            "/v1/me/notifications",
            "subscribe",
            "Be notified on this device; kind webpush {endpoint, keys{p256dh, auth}}, ntfy {topic}, webhook {url, "
                + "secret}, mail {}. The same target again renews it (200); it ends with this log-in",
            body: NewSubscription.self,
            response: .json(SubscriptionResponse.self, .created, .ok),
            cost: .light
        ) { request, context in
            let body = try await request.decode(NewSubscription.self, context: context)
            let added = try await subscriptions.add(body, by: try context.requirePrincipal())
            return JSONResponse(
                added.isNew ? .created : .ok,
                SubscriptionResponse(subscription: added.subscription, secret: added.secret)
            )
        }
        table.on(
            .get,
            "/v1/me/notifications",
            "listSubscriptions",
            "The user's subscriptions on all devices, and the kinds that this server offers",
            response: .json(SubscriptionsResponse.self)
        ) { _, context in
            let own = try await subscriptions.list(of: try context.requirePrincipal())
            return JSONResponse(SubscriptionsResponse(subscriptions: own, kinds: notifications.settings.kinds))
        }
        table.on(
            .delete,
            "/v1/me/notifications/{subscriptionId}",
            "unsubscribe",
            "End a subscription",
            response: .noContent
        ) { _, context in
            let id: SubscriptionID = try context.id("subscriptionId", what: "subscription")
            try await subscriptions.remove(id, by: try context.requirePrincipal())
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/me/notifications/{subscriptionId}/test",
            "testSubscription",
            "Send a test now, and return how it went",
            response: .json(NotificationTestResult.self),
            cost: .light
        ) { _, context in
            let id: SubscriptionID = try context.id("subscriptionId", what: "subscription")
            return JSONResponse(try await notifications.test(id, by: try context.requirePrincipal()))
        }
        table.on(
            .get,
            "/v1/notifications/vapid-key",
            "getVAPIDKey",
            "The server's key, for a browser's pushManager.subscribe",
            response: .json(VAPIDKeyResponse.self)
        ) { _, _ in
            JSONResponse(VAPIDKeyResponse(publicKey: notifications.publicKey))
        }
    }
}
