import Domain
import Hummingbird
import Notifications

/// Where a user's devices want to hear of messages while nobody looks at them.
struct NotificationRoutes {
    let notifications: NotificationServices

    func add(to table: inout RouteTable) {
        let notifications = notifications
        let subscriptions = notifications.subscriptions
        table.on(
            .post,
            "/v1/me/notifications",
            "Be notified on this device; kind webpush {endpoint, keys{p256dh, auth}}, ntfy {topic}, webhook {url, "
                + "secret}, mail {}. The same target again renews it (200); it ends with this log-in",
            body: "kind: string, endpoint?: string, keys?: object, topic?: string, url?: string, secret?: string, "
                + "preview?: boolean",
            status: .created
        ) { request, context in
            let body = try await request.decode(NewSubscription.self, context: context)
            let added = try await subscriptions.add(body, by: try context.requirePrincipal())
            return JSONAnswer(
                added.isNew ? .created : .ok,
                AddedAnswer(subscription: added.subscription, secret: added.secret)
            )
        }
        table.on(
            .get,
            "/v1/me/notifications",
            "One's subscriptions on all devices, and the kinds that this server offers"
        ) { _, context in
            let own = try await subscriptions.list(of: try context.requirePrincipal())
            return JSONAnswer(.ok, ListAnswer(subscriptions: own, kinds: notifications.settings.kinds))
        }
        table.on(
            .delete,
            "/v1/me/notifications/{subscriptionId}",
            "End a subscription",
            status: .noContent
        ) { _, context in
            let id: SubscriptionID = try context.id("subscriptionId", what: "subscription")
            try await subscriptions.remove(id, by: try context.requirePrincipal())
            return Response(status: .noContent)
        }
        table.on(
            .post,
            "/v1/me/notifications/{subscriptionId}/test",
            "Send a test now; tells how it went"
        ) { _, context in
            let id: SubscriptionID = try context.id("subscriptionId", what: "subscription")
            return JSONAnswer(.ok, try await notifications.test(id, by: try context.requirePrincipal()))
        }
        table.on(
            .get,
            "/v1/notifications/vapid-key",
            "The server's key, for a browser's pushManager.subscribe"
        ) { _, _ in
            JSONAnswer(.ok, KeyAnswer(publicKey: notifications.publicKey))
        }
    }

    private struct AddedAnswer: Encodable {
        let subscription: Subscription
        /// The webhook's, where the server made it; only now.
        let secret: Secret?
    }

    private struct ListAnswer: Encodable {
        let subscriptions: [Subscription]
        let kinds: [SubscriptionKind]
    }

    private struct KeyAnswer: Encodable { let publicKey: String }
}
