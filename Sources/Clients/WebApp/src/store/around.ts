import type {
  ArchivedChat, ArchivedChatsResponse, ClientTag, ClientTagsResponse, Contact, ContactRequestsResponse, ContactsResponse, EventsResponse, ListedEvent, Notice, NoticesResponse, Proposal,
  ProposalsResponse, ReceivedContactRequest,
} from "../api/types";
import type { Http } from "../api/http";
import type { KeptAnswers } from "./kept-answers";
import type { KeptSessions } from "./kept-sessions";
import type { Chat, ServerFrame } from "./model";
import { SharedAnswer } from "./shared-answer";
import type { State } from "./state";
import { serverClock } from "./timing";

const day = 86_400_000;

/** How far ahead the next session of somebody is looked for. */
const ahead = 60 * day;

/** What stands around the chats: with whom one works, what is planned with them, what one was told. */
export class Around {
  readonly contacts: SharedAnswer<ContactsResponse, Contact[]>;
  /** Sessions of the coming weeks that take place, the next one first. */
  readonly sessions: SharedAnswer<EventsResponse, ListedEvent[]>;
  readonly notices: SharedAnswer<NoticesResponse, Notice[]>;
  /** Coaches who ask to be one's coach. */
  readonly requests: SharedAnswer<ContactRequestsResponse, ReceivedContactRequest[]>;
  /** A coach's tags; `isTrainer` is asked first. */
  readonly tags: SharedAnswer<ClientTagsResponse, ClientTag[]>;

  /** What waits for the user's confirmation: what the assistant proposed, and what clients wish. */
  readonly proposals: SharedAnswer<ProposalsResponse, Proposal[]>;
  /** The chats that were put away, with their positions then. */
  readonly archived: SharedAnswer<ArchivedChatsResponse, ArchivedChat[]>;

  constructor(http: Http, kept: KeptAnswers, coming: KeptSessions, state: State) {
    const changed = () => state.changes.emit({ kind: "around" });
    const answer = <Whole, Answer>(name: string, path: () => string, part: (whole: Whole) => Answer) =>
      new SharedAnswer<Whole, Answer>(http, kept, () => state.connection.kind === "online", name, path, part, changed);
    this.contacts = answer("/v1/contacts", () => "/v1/contacts", ({ contacts }: ContactsResponse) => contacts);
    let [from, to] = ["", ""];
    const comingPath = () => {
      [from, to] = comingTime();
      return `/v1/calendar/events?from=${from}&to=${to}`;
    };
    this.sessions = answer("sessions ahead", comingPath, (whole: EventsResponse) => {
      coming.put(from, to, whole);
      return whole.events.filter(({ status }) => status === "scheduled").sort((a, b) => a.startsAt.localeCompare(b.startsAt));
    });
    this.notices = answer("all notices", () => "/v1/notices?all=true&limit=100", ({ notices }: NoticesResponse) => notices);
    this.requests = answer("contact requests", () => "/v1/contacts/requests", ({ requests }: ContactRequestsResponse) => requests);
    this.tags = answer("/v1/tags", () => "/v1/tags", ({ tags }: ClientTagsResponse) => tags);
    this.proposals = answer("proposals", () => "/v1/assistant/proposals?state=pending", ({ proposals }: ProposalsResponse) => proposals);
    this.archived = answer("/v1/archived-chats", () => "/v1/archived-chats", ({ chats }: ArchivedChatsResponse) => chats);
    state.changes.on((change) => {
      if (change.kind === "frame") this.#heard(change.frame);
      else if (change.kind === "connection" && state.connection.kind === "online") for (const one of this.#all) one.refresh();
    });
  }

  forget(): void {
    for (const one of this.#all) one.forget();
  }

  /** Whether a chat is out of the list: until somebody writes there. */
  isArchived(chat: Chat): boolean {
    const seq = this.archived.current?.find(({ chatId }) => chatId === chat.id)?.seq;
    return seq !== undefined && (chat.lastMessage?.seq ?? 0) <= seq;
  }

  get #all() {
    return [this.contacts, this.sessions, this.notices, this.requests, this.tags, this.proposals, this.archived];
  }

  #heard({ type }: ServerFrame): void {
    if (type.startsWith("event.")) this.sessions.refresh();
    if (type.startsWith("event.") || type.startsWith("reminder.") || type === "notice.seen") this.notices.refresh();
    if (type === "user.updated") this.contacts.refresh();
    if (type === "contact.request") this.requests.refresh();
    if (type === "notes.changed") this.tags.refresh();
    if (type === "settings.changed") this.archived.refresh();
    // A client's wish comes with a message.
    if (type === "message.created" || /^(assistant|event)\./.test(type)) this.proposals.refresh();
  }
}

function comingTime(): [from: string, to: string] {
  const now = serverClock.now();
  return [new Date(now).toISOString(), new Date(now + ahead).toISOString()];
}
