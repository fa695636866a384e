import { Emitter } from "./dom/emitter";
import { isLayerEntry, layersPopped } from "./dom/layers";

export type Route =
  | { page: "home" }
  | { page: "invite"; code: string }
  | { page: "reset"; token: string }
  | { page: "chats" }
  | { page: "chat"; chatId: string; messageId: string | null }
  | { page: "today" }
  | { page: "assistant"; conversationId: string | null }
  | { page: "calendar" }
  | { page: "settings"; section: string }
  | { page: "unknown" };

const id = /^[0-9a-fA-F-]{36}$/;

/** What an address shows. */
export function parse(path: string, hash = ""): Route {
  const [first = "", second, third, fourth] = path.split("/").filter((part) => part !== "");
  switch (first) {
    case "":
      return { page: "home" };
    case "invite":
      return { page: "invite", code: decode(second ?? "") };
    case "reset":
      return { page: "reset", token: decode(hash.slice(1)) };
    case "chats":
      if (second === undefined) return { page: "chats" };
      if (!id.test(second)) return { page: "unknown" };
      return { page: "chat", chatId: second, messageId: third === "messages" && id.test(fourth ?? "") ? fourth! : null };
    case "today":
      return second === undefined ? { page: "today" } : { page: "unknown" };
    case "assistant":
      return { page: "assistant", conversationId: id.test(second ?? "") ? second! : null };
    case "calendar":
      return second === undefined ? { page: "calendar" } : { page: "unknown" };
    case "settings":
      return { page: "settings", section: second ?? "profile" };
    default:
      return { page: "unknown" };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address bar. Links within the app change it without loading the page. */
class Router {
  readonly changes = new Emitter<Route>();
  #shown = location.pathname;

  get route(): Route {
    return parse(location.pathname, location.hash);
  }

  go(path: string, replace = false): void {
    if ((path === location.pathname && !path.includes("#")) || isLayerEntry()) replace = true;
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.changes.emit(this.route);
  }

  listen(): void {
    // A page that was loaded anew has nothing over it any more.
    if (isLayerEntry()) history.replaceState(null, "");
    addEventListener("popstate", () => {
      const isSamePage = location.pathname === this.#shown;
      this.#shown = location.pathname;
      if (!(layersPopped() && isSamePage)) this.changes.emit(this.route);
    });
    this.changes.on(() => (this.#shown = location.pathname));
    document.addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element | null)?.closest?.("a[href]");
      const path = link?.getAttribute("href");
      if (!link || !path?.startsWith("/") || link.hasAttribute("download") || path.startsWith("/docs")) return;
      event.preventDefault();
      this.go(path);
    });
  }
}

export const router = new Router();
