import type {
  ClientTag, ClientTagsResponse, Contact, ContactRequestsResponse, ContactsResponse, EventsResponse, ListedEvent, Notice, NoticesResponse,
  ReceivedContactRequest,
} from "../api/types";
import type { Http } from "../api/http";
import type { KeptAnswers } from "./kept-answers";
import type { ServerFrame } from "./model";
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

  constructor(http: Http, kept: KeptAnswers, state: State) {
    const changed = () => state.changes.emit({ kind: "around" });
    const answer = <Whole, Answer>(name: string, path: () => string, part: (whole: Whole) => Answer) =>
      new SharedAnswer<Whole, Answer>(http, kept, name, path, part, changed);
    this.contacts = answer("/v1/contacts", () => "/v1/contacts", ({ contacts }: ContactsResponse) => contacts);
    this.sessions = answer("sessions ahead", comingPath, ({ events }: EventsResponse) => events
      .filter(({ status }) => status === "scheduled").sort((a, b) => a.startsAt.localeCompare(b.startsAt)));
    this.notices = answer("all notices", () => "/v1/notices?all=true&limit=100", ({ notices }: NoticesResponse) => notices);
    this.requests = answer("contact requests", () => "/v1/contacts/requests", ({ requests }: ContactRequestsResponse) => requests);
    this.tags = answer("/v1/tags", () => "/v1/tags", ({ tags }: ClientTagsResponse) => tags);
    state.changes.on((change) => {
      if (change.kind === "frame") this.heard(change.frame);
      else if (change.kind === "connection" && state.connection.kind === "online") for (const one of this.all) one.refresh();
    });
  }

  forget(): void {
    for (const one of this.all) one.forget();
  }

  private get all() {
    return [this.contacts, this.sessions, this.notices, this.requests, this.tags];
  }

  private heard({ type }: ServerFrame): void {
    if (type.startsWith("event.")) this.sessions.refresh();
    if (type.startsWith("event.") || type.startsWith("reminder.") || type === "notice.seen") this.notices.refresh();
    if (type === "user.updated") this.contacts.refresh();
    if (type === "contact.request") this.requests.refresh();
    if (type === "notes.changed") this.tags.refresh();
  }
}

function comingPath(): string {
  const now = serverClock.now();
  return `/v1/calendar/events?from=${new Date(now).toISOString()}&to=${new Date(now + ahead).toISOString()}`;
}
