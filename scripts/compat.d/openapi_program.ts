// What a program does with the client that was generated from the server's document: it logs in, asks, confirms and reads.
// It prints a line for each thing that holds; a thing that doesn't ends it.

import { BearerAuth, Client } from "./index.js";
import type { Needs } from "./models/needs.js";
import type { Proposal } from "./models/proposal.js";

declare const process: { argv: string[]; exit(status: number): never };

function hold(condition: boolean, what: string): asserts condition {
    if (!condition) throw new Error(what);
}

/** Compiles only as long as `tool` and `kind` tell the alternatives apart, and no other is left. */
function told(proposal: Proposal): string {
    // @ts-expect-error Not every proposal's arguments have a text.
    proposal.arguments.text;
    switch (proposal.tool) {
        case "setReminder": return proposal.arguments.text;
        case "sendMessage": return proposal.arguments.text;
        case "scheduleCall": return proposal.arguments.startsAt;
        case "rescheduleEvent": return proposal.arguments.eventId;
        case "cancelEvent": return proposal.arguments.eventId;
        default: { const none: never = proposal; return none; }
    }
}

function choices(needs: Needs | null): number {
    return needs?.kind === "selection" ? needs.options.length : 0;
}

async function main(baseUrl: string, email: string, password: string): Promise<void> {
    const { accessToken } = await new Client({ baseUrl }).accounts.login({ email, password });
    const client = new Client({ baseUrl, auth: new BearerAuth(accessToken) });

    const answer = await client.assistant.ask({ message: "remind me tomorrow at 9 to check the bands" });
    const proposal = answer.proposals[0];
    hold(proposal?.tool === "setReminder" && told(proposal).includes("bands"), JSON.stringify(answer));
    console.log("ok a proposal has its tool's own type");

    const done = await client.assistant.confirmProposal(proposal.id, { version: proposal.version });
    hold(done.proposal.state === "executed", JSON.stringify(done));
    const { reminders } = await client.calendar.listReminders();
    hold(reminders.some(({ id, text }) => id === done.result.reminderId && text.includes("bands")), JSON.stringify(reminders));
    console.log("ok what was confirmed is read again");

    const asked = await client.assistant.ask({ message: "book a session with Mike on Friday at 9" });
    hold(choices(asked.needs) > 1, JSON.stringify(asked));
    console.log("ok what is asked back has a type of its own");

    const { chats } = await client.chats.listChats();
    const sent = await client.messages.sendMessage(chats[0].id, { clientMessageId: crypto.randomUUID(), text: "from a program" });
    const page = await client.messages.listMessages(chats[0].id, { limit: 1 });
    hold(page.messages[0].id === sent.message.id && page.messages[0].text === "from a program", JSON.stringify(page));
    console.log("ok a message is sent and read");
}

main(process.argv[2], process.argv[3], process.argv[4]).catch((error) => { console.log(error); process.exit(1); });
