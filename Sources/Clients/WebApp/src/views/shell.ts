import { el, fill, spoken } from "../dom/element";
import { icon } from "../dom/icons";
import { openLayer } from "../dom/layers";
import type { IconName } from "../dom/icons";
import { router } from "../router";
import type { Route } from "../router";
import { t } from "../text";
import { at, duration } from "../text/format";
import { serverClock } from "../store/timing";
import { safeName } from "../text/safe";
import { acceptInvitation } from "./auth/invite";
import { AskPane } from "./assistant/ask-pane";
import { AssistantPage } from "./assistant/assistant-page";
import { ChatView, missingChat } from "./chat/chat-view";
import { Details } from "./chat/details";
import { messageToasts } from "./chat/message-toast";
import { ChatList } from "./chats/chat-list";
import { showKeys } from "./keys";
import { CalendarPage } from "./calendar/calendar-page";
import { arrivalToasts } from "./notices/arrivals";
import { newsToasts } from "./notices/news-toast";
import { signals } from "./notices/signals";
import { OperatorPage } from "./operator/operator-page";
import { SettingsPage } from "./settings/settings-page";
import { TodayPage } from "./today/today-page";
import { Endings, isPhone, isTouch, onceAFrame } from "./view";
import type { Client, View } from "./view";

/** The app of a signed-in user: the rail, the chats, what is open, and what is beside it. */
export class Shell implements View {
  readonly element: HTMLElement;
  readonly #rail: HTMLElement;
  readonly #main: HTMLElement;
  readonly #mid = el("div.mid");
  readonly #list: ChatList;
  readonly #endings = new Endings();
  #view: View | null = null;
  #pane: View | null = null;
  #route: Route = { page: "home" };
  #opener: Element | null = null;
  #paneClosed: () => void = () => undefined;

  constructor(private readonly client: Client) {
    this.#list = new ChatList(client);
    this.#rail = el("nav.rail", { "aria-label": t.navigation });
    this.#main = el("main", { id: "main", tabindex: "-1" }, this.#list.element, this.#mid);
    this.element = el("div.app", {}, this.#rail, this.#main);
    const draw = onceAFrame(() => {
      this.#drawRail();
      this.#drawTitle();
      if (this.#route.page === "chats") this.#drawPlaceholder();
    });
    this.#endings.add(
      router.changes.on((route) => this.show(route)),
      client.state.changes.on((change) => {
        if (change.kind === "connection") {
          this.#openWhenThere();
          draw();
        }
        if (change.kind === "notices" || change.kind === "around") draw();
        if (change.kind === "chats" || change.kind === "inbox") {
          draw();
          this.#openWhenThere();
        }
      }),
      newsToasts(client),
      messageToasts(client),
      arrivalToasts(client),
      signals(client),
    );
    // What is ahead is known without the network, whichever page is looked at.
    void client.around.sessions.current;
    this.#endings.listen(window, "keydown", (event: KeyboardEvent) => this.#key(event));
    this.#endings.listen(window, "pointerdown", () => (this.#isAfterG = false));
    this.#drawRail();
  }

  close(): void {
    this.#view?.close?.();
    this.#pane?.close?.();
    this.#list.close();
    this.#endings.end();
  }

  // Routes

  show(route: Route): void {
    // The day is a trainer's; a client may have got its address from one.
    if (route.page === "today" && this.client.me.role !== "trainer") return router.go("/", true);
    if (route.page === "home") {
      const home = this.#home();
      if (home !== "/") return router.go(home, true);
    }
    const before = this.#route;
    this.#route = route;
    const isSameChat = route.page === "chat" && before.page === "chat" && before.chatId === route.chatId;
    if (isSameChat && this.#view instanceof ChatView) {
      // On a phone the pane covers the message.
      if (route.messageId !== null && isPhone()) this.#closePane();
      if (route.messageId !== null) void this.#view.goTo(route.messageId);
      return this.#arrange();
    }
    this.#closePane();
    this.#view?.close?.();
    this.#view = null;
    this.#open(route);
    this.#list.show(route.page === "chat" ? route.chatId : null);
    this.#arrange();
    this.#drawRail();
    this.#drawTitle();
    this.#focusView();
  }

  /** Where `/` leads: a client to the coach, a trainer to the day. */
  #home(): string {
    const { state, me } = this.client;
    if (me.role === "trainer") return isPhone() ? "/chats" : "/today";
    const [only] = state.listed;
    return only !== undefined && state.chats.size === 1 ? `/chats/${only.chat.id}` : "/chats";
  }

  #open(route: Route): void {
    switch (route.page) {
      case "chat":
        return this.#openChat(route.chatId, route.messageId);
      case "invite":
        return this.#put(acceptInvitation(this.client, route.code));
      case "today":
        return this.#put(new TodayPage(this.client));
      case "assistant":
        return this.#put(new AssistantPage(this.client, route.conversationId));
      case "calendar":
        return this.#put(new CalendarPage(this.client));
      case "settings":
        if (route.section === "operator") return this.#put(new OperatorPage("/settings"));
        return this.#put(new SettingsPage(this.client, route.section));
      case "unknown":
      case "reset":
        return this.#put(missingPage());
      case "home":
      case "chats":
        return this.#drawPlaceholder();
    }
  }

  #put(view: View): void {
    this.#view = view;
    fill(this.#mid, view.element);
  }

  #openChat(chatId: string, messageId: string | null): void {
    if (!this.client.state.chats.has(chatId)) {
      const isKnown = this.client.state.isLoaded && this.client.state.connection.kind === "online";
      if (isKnown) this.#put(missingChat());
      else fill(this.#mid, el("section.view", { "aria-busy": "true" }, el("p.edge", {}, t.loading)));
      return;
    }
    const view = new ChatView(this.client, chatId, {
      showPane: (kind, id, question) => this.#showPane(kind, id, question),
    });
    this.#put(view);
    void view.open(messageId);
  }

  /** A chat by a link may arrive after the page. */
  #openWhenThere(): void {
    const route = this.#route;
    if (route.page === "home" && this.client.state.chats.size > 0) return this.show(route);
    if (route.page !== "chat") return;
    const isThere = this.client.state.chats.has(route.chatId);
    if (isThere ? this.#view instanceof ChatView : this.#view !== null && !(this.#view instanceof ChatView)) return;
    this.#view?.close?.();
    this.#view = null;
    this.#openChat(route.chatId, route.messageId);
  }

  #arrange(): void {
    const { page } = this.#route;
    const showsList = page === "chats" || page === "home" || page === "chat";
    const showsPage = page !== "chats" && page !== "home";
    for (const [name, value] of Object.entries({
      page: showsPage, list: showsList, chat: page === "chat", pane: this.#pane !== null,
    })) {
      this.element.toggleAttribute(`data-${name}`, value);
    }
  }

  #focusView(): void {
    if (this.#view instanceof ChatView && !isTouch() && !isPhone()) return this.#view.composer.focus();
    this.#mid.querySelector<HTMLElement>("h1[tabindex]")?.focus();
  }

  // The pane

  #showPane(kind: "details" | "ask", chatId: string, question = ""): void {
    const close = () => this.#closePane(true);
    this.#opener = document.activeElement;
    this.#pane?.close?.();
    this.#pane?.element.remove();
    this.#pane = kind === "details" ? new Details(this.client, chatId, close, () => this.#searchHere(), () => this.#askDate()) : new AskPane(this.client, chatId, question, close);
    this.#mid.append(this.#pane.element);
    this.#paneClosed();
    this.#paneClosed = openLayer(close);
    this.#arrange();
    const { element } = this.#pane;
    (element.querySelector<HTMLElement>("textarea") ?? element.querySelector<HTMLElement>("h2"))?.focus();
  }

  #closePane(givesBackFocus = false): boolean {
    if (this.#pane === null) return false;
    this.#pane.close?.();
    this.#pane.element.remove();
    this.#pane = null;
    this.#paneClosed();
    this.#arrange();
    if (givesBackFocus && this.#opener instanceof HTMLElement && this.#opener.isConnected) this.#opener.focus();
    return true;
  }

  #searchEverywhere(): void {
    this.#closePane();
    if (isPhone() || !this.element.hasAttribute("data-list")) router.go("/chats");
    this.#list.focusSearch();
  }

  #askDate(): void {
    if (!(this.#view instanceof ChatView)) return;
    // On a phone the pane covers the chat.
    if (isPhone()) this.#closePane();
    this.#view.askDate();
  }

  #searchHere(): void {
    if (!(this.#view instanceof ChatView)) return;
    this.#closePane();
    this.#view.search.open();
  }

  // Around it

  #drawRail(): void {
    const { page } = this.#route;
    const { inbox, notices } = this.client.state;
    const link = (path: string, name: string, sign: IconName, isCurrent: boolean, count = 0, counted: string = t.waiting) =>
      el("a.in", { href: path, "aria-current": isCurrent ? "page" : null }, icon(sign), el("span", {}, name),
        count === 0 ? null : el("span.n", {}, count > 99 ? "99+" : String(count), spoken(` ${counted}`)));
    const focused = this.#rail.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
    const isTrainer = this.client.me.role === "trainer";
    fill(
      this.#rail,
      el("a.logo.in", { href: isTrainer ? "/today" : "/chats", "aria-label": `${t.app}, ${isTrainer ? t.today : t.chats}` }, icon("logo")),
      isTrainer ? link("/today", t.today, "today", page === "today") : null,
      link("/chats", t.chats, "chats", ["chats", "chat", "home"].includes(page), inbox.size),
      link("/assistant", t.assistant, "spark", page === "assistant"),
      link("/calendar", t.calendar, "cal", page === "calendar", notices.size + this.#asking, t.newMark),
      link("/settings", t.settings, "gear", page === "settings"),
    );
    this.#rail.lastElementChild?.classList.add("end");
    if (focused !== null) this.#rail.querySelector<HTMLElement>(`[href="${focused}"]:not(.logo)`)?.focus();
  }

  /** How many coaches ask to be one's coach. */
  get #asking(): number {
    return this.client.me.role === "trainer" ? 0 : this.client.around.requests.current?.length ?? 0;
  }

  #drawTitle(): void {
    let unread = 0;
    for (const record of this.client.state.chats.values()) if (!this.client.state.isMuted(record)) unread += record.chat.unread;
    const route = this.#route;
    const name = route.page === "chat" ? safeName(this.client.state.chats.get(route.chatId)?.chat.name ?? t.chats)
      : { today: t.today, assistant: t.assistant, calendar: t.calendar, settings: t.settings }[route.page as "today"] ?? t.chats;
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${name} · ${t.app}`;
    const badge = navigator as { setAppBadge?: (count: number) => Promise<void> };
    void badge.setAppBadge?.(unread).catch(() => undefined);
  }

  #drawPlaceholder(): void {
    const { inbox, hasInbox, connection } = this.client.state;
    const items = [...inbox.values()].sort((a, b) => a.waitingSince.localeCompare(b.waitingSince));
    const first = items[0];
    const chat = first && this.client.state.chats.get(first.chatId)?.chat;
    const name = chat === undefined ? "" : safeName(chat.name);
    fill(this.#mid, el("section.view", { "aria-label": t.waiting }, el("div.empty", {},
      el("h2", {}, hasInbox ? t.pickChat(items.length) : connection.kind === "waiting" ? t.unreachable : t.loading),
      first === undefined || chat === undefined ? null : el("p.m", { dir: "auto" }, t.pickChatText(name, duration(serverClock.now() - at(first.waitingSince), "long"))),
      first === undefined || chat === undefined ? null : el("a.b.p", { href: `/chats/${chat.id}` }, t.openChatOf(name)),
      el("p.xs.m.only-d", {}, el("kbd", {}, "Alt"), " ", el("kbd", {}, "↓"), ` ${t.nextUnread} · `, el("kbd", {}, "Ctrl"), " ", el("kbd", {}, "K"), ` ${t.switchTo} · `, el("kbd", {}, "?"), ` ${t.allKeys}`))));
  }

  // Keys

  /** Whether the key before was G, however long ago: under load half a second may take two. */
  #isAfterG = false;

  #key(event: KeyboardEvent): void {
    const isWriting = event.target instanceof HTMLElement && event.target.matches("input,textarea,select");
    const isAfterG = this.#isAfterG;
    this.#isAfterG = false;
    if (document.querySelector("dialog[open]") !== null) return;
    const chatId = this.#route.page === "chat" ? this.#route.chatId : null;
    const take = (act: () => void) => {
      event.preventDefault();
      act();
    };
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "k") take(() => this.#searchEverywhere());
      else if (event.key === "f" && chatId !== null) take(() => this.#searchHere());
      else if (event.key === "j" && chatId !== null) take(() => this.#showPane("ask", chatId));
    } else if (event.altKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const next = this.#list.unreadNeighbour(event.key === "ArrowDown" ? 1 : -1);
      if (next !== null) take(() => router.go(`/chats/${next}`));
    } else if (event.key === "Escape" && this.#closePane(true)) {
      event.preventDefault();
    } else if (!isWriting && localStorage.getItem("letters") !== "off") {
      this.#letter(event.key, isAfterG, take);
    }
  }

  #letter(key: string, isAfterG: boolean, take: (act: () => void) => void): void {
    this.#isAfterG = key === "g";
    const path = { t: "/today", c: "/chats", a: "/assistant", k: "/calendar" }[key];
    if (isAfterG && path !== undefined) take(() => router.go(path));
    else if (key === "/") take(() => this.#searchEverywhere());
    else if (key === "?") take(() => showKeys());
  }
}

function missingPage(): View {
  return { element: el("section.view", {}, el("div.empty", {}, el("h1", { tabindex: "-1" }, t.notFoundPage), el("a.b.p", { href: "/chats" }, t.toChats))) };
}
