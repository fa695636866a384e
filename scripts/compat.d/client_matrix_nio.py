"""matrix-nio: two people chat, one with this client of Matrix and one by Spotter's own API."""

import asyncio
import io
import time

import nio

from harness import PASSWORD, check, finish, studio

ALEX, SARA = "alex@example.com", "sara@example.com"


def run(server, body, user=ALEX):
    """Runs `body` with a client that has logged in and synced once."""
    async def main():
        client = nio.AsyncClient(server.url, user)
        try:
            login = await client.login(PASSWORD, device_name="nio")
            assert isinstance(login, nio.LoginResponse), login
            first = await client.sync(timeout=0, full_state=True)
            assert isinstance(first, nio.SyncResponse), first
            return await body(client)
        finally:
            await client.close()
    return asyncio.run(main())


def expect(response, kind):
    assert isinstance(response, kind), response
    return response


def messages(server, token, chat):
    return server.request("GET", f"/v1/chats/{chat}/messages", token=token)[1]["messages"]


with studio() as server:
    alex, sara = server.login(ALEX), server.login(SARA)
    sara_id = server.request("GET", "/v1/me", token=sara)[1]["user"]["id"]
    chats = server.request("GET", "/v1/chats", token=alex)[1]["chats"]
    chat = next(chat["id"] for chat in chats
                if chat["kind"] == "direct" and sara_id in [member["userId"] for member in chat["members"]])

    def room_of(client):
        return next(room for room in client.rooms if room.startswith("!" + chat))

    def say(text, token=None):
        status, answer = server.request("POST", f"/v1/chats/{chat}/messages",
                                        {"clientMessageId": f"c{time.time_ns()}", "text": text}, token or sara)
        assert status == 201, answer
        return answer["message"]

    @check("logs in, and shows the chats as rooms with names and members")
    def _():
        async def body(client):
            assert len(client.rooms) == len(chats)
            room = client.rooms[room_of(client)]
            names = {user.display_name for user in room.users.values()}
            assert len(names) == 2 and any(name.startswith("Sara") for name in names), names
            assert room.display_name.startswith("Sara"), room.display_name
            assert not room.encrypted
            whoami = expect(await client.whoami(), nio.WhoamiResponse)
            assert whoami.user_id == client.user_id
        run(server, body)

    @check("refuses a wrong password")
    def _():
        async def main():
            client = nio.AsyncClient(server.url, ALEX)
            refused = await client.login("wrong")
            await client.close()
            assert isinstance(refused, nio.LoginError) and refused.status_code == "M_FORBIDDEN", refused
        asyncio.run(main())

    @check("sends, and gets what the other says while it waits")
    def _():
        async def body(client):
            room = room_of(client)
            sent = expect(await client.room_send(room, "m.room.message", {"msgtype": "m.text", "body": "From nio"}),
                          nio.RoomSendResponse)
            assert messages(server, sara, chat)[-1]["text"] == "From nio"
            echoed = await client.sync(timeout=0)
            assert echoed.rooms.join[room].timeline.events[-1].event_id == sent.event_id
            waiting = asyncio.create_task(client.sync(timeout=30_000))
            await asyncio.to_thread(say, "From Spotter")
            news = expect(await waiting, nio.SyncResponse).rooms.join[room]
            assert news.timeline.events[-1].body == "From Spotter"
            assert news.unread_notifications.notification_count == 1
        run(server, body)

    @check("edits, reacts, replies and deletes")
    def _():
        async def body(client):
            room = room_of(client)
            event = (await client.room_send(room, "m.room.message", {"msgtype": "m.text", "body": "Five"})).event_id
            expect(await client.room_send(room, "m.room.message", {
                "msgtype": "m.text", "body": "* Four", "m.new_content": {"msgtype": "m.text", "body": "Four"},
                "m.relates_to": {"rel_type": "m.replace", "event_id": event}}), nio.RoomSendResponse)
            expect(await client.room_send(room, "m.reaction", {"m.relates_to": {
                "rel_type": "m.annotation", "event_id": event, "key": "👍"}}), nio.RoomSendResponse)
            expect(await client.room_send(room, "m.room.message", {
                "msgtype": "m.text", "body": "And rest", "m.relates_to": {"m.in_reply_to": {"event_id": event}}}),
                nio.RoomSendResponse)
            four, reply = messages(server, sara, chat)[-2:]
            assert (four["text"], four["editCount"]) == ("Four", 1), four
            assert four["reactions"][0]["emoji"] == "👍" and reply["replyTo"] == four["id"]
            shown = expect(await client.room_get_event(room, event), nio.RoomGetEventResponse).event
            assert shown.body == "Four"
            expect(await client.room_redact(room, event), nio.RoomRedactResponse)
            assert messages(server, sara, chat)[-2]["text"] == ""
            synced = await client.sync(timeout=0)
            kinds = [type(one).__name__ for one in synced.rooms.join[room].timeline.events]
            assert "RedactedEvent" in kinds and "RedactionEvent" in kinds, kinds
        run(server, body)

    @check("reads history, page by page")
    def _():
        async def body(client):
            room, texts, start = room_of(client), [], ""
            while True:
                page = expect(await client.room_messages(room, start, limit=7), nio.RoomMessagesResponse)
                if not page.chunk:
                    break
                texts += [event.body for event in page.chunk if isinstance(event, nio.RoomMessageText)
                          and not event.source["content"].get("m.new_content")]
                start = page.end
            known = [one["text"] for one in messages(server, alex, chat) if one["text"] and not one["media"]]
            assert texts[::-1][-len(known):] == known
        run(server, body)

    @check("says what was read and who types, both ways")
    def _():
        async def body(client):
            room = room_of(client)
            message = say("Read me")
            synced = await client.sync(timeout=0)
            event = synced.rooms.join[room].timeline.events[-1].event_id
            expect(await client.room_read_markers(room, event, event), nio.RoomReadMarkersResponse)
            expect(await client.update_receipt_marker(room, event), nio.UpdateReceiptMarkerResponse)
            seen = server.request("GET", f"/v1/chats/{chat}/messages/{message['id']}", token=sara)[1]["message"]
            assert seen["status"] == "read", seen
            expect(await client.room_typing(room, True, 5000), nio.RoomTypingResponse)
            other = nio.AsyncClient(server.url, SARA)
            await other.login(PASSWORD)
            shown = await other.sync(timeout=0)
            typing = [one for one in shown.rooms.join[room].ephemeral if isinstance(one, nio.TypingNoticeEvent)]
            assert typing and typing[0].users == [client.user_id], typing
            receipts = [one for one in shown.rooms.join[room].ephemeral if isinstance(one, nio.ReceiptEvent)]
            assert any(receipt.user_id == client.user_id for one in receipts for receipt in one.receipts)
            expect(await client.room_typing(room, False), nio.RoomTypingResponse)
            await other.logout()
            await other.close()
        run(server, body)

    @check("sends a file, and gets one")
    def _():
        async def body(client):
            room, content = room_of(client), b"Monday: squats\n"
            upload, _ = await client.upload(io.BytesIO(content), "text/plain", "plan.txt", filesize=len(content))
            expect(upload, nio.UploadResponse)
            expect(await client.room_send(room, "m.room.message", {
                "msgtype": "m.file", "body": "plan.txt", "url": upload.content_uri}), nio.RoomSendResponse)
            assert messages(server, sara, chat)[-1]["media"][0]["fileName"] == "plan.txt"
            loaded = expect(await client.download(upload.content_uri), nio.DownloadResponse)
            assert loaded.body == content
        run(server, body)

    @check("profile, presence, members, rooms, filter")
    def _():
        async def body(client):
            room = room_of(client)
            shown = expect(await client.get_displayname(), nio.ProfileGetDisplayNameResponse)
            assert shown.displayname.startswith("Alex"), shown
            expect(await client.get_profile(), nio.ProfileGetResponse)
            expect(await client.set_presence("unavailable"), nio.PresenceSetResponse)
            expect(await client.get_presence(client.user_id), nio.PresenceGetResponse)
            members = expect(await client.joined_members(room), nio.JoinedMembersResponse).members
            assert len(members) == 2
            assert room in expect(await client.joined_rooms(), nio.JoinedRoomsResponse).rooms
            expect(await client.room_get_state(room), nio.RoomGetStateResponse)
            found = expect(await client.upload_filter(room={"timeline": {"limit": 5}}), nio.UploadFilterResponse)
            limited = await client.sync(timeout=0, sync_filter=found.filter_id, full_state=True)
            expect(limited, nio.SyncResponse)
        run(server, body)

    @check("ends its session")
    def _():
        async def body(client):
            token = client.access_token
            expect(await client.logout(), nio.LogoutResponse)
            client.access_token = token
            refused = await client.whoami()
            assert isinstance(refused, nio.WhoamiError) and refused.status_code == "M_UNKNOWN_TOKEN", refused
        run(server, body)

finish()
