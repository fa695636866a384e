import { addLiveRegions } from "./dom/overlay";
import { el, fill } from "./dom/element";
import { watchPresses } from "./dom/press";
import { router } from "./router";
import { Client } from "./store/client";
import { t } from "./text";
import { countsToTwelve, setZone } from "./text/format";
import { farewell, isSigningOut } from "./sign-out";
import { invite } from "./views/auth/invite";
import { resetPassword } from "./views/auth/reset";
import { signIn } from "./views/auth/sign-in";
import { addBanner } from "./views/banner";
import { OperatorPage } from "./views/operator/operator-page";
import { Shell } from "./views/shell";
import type { View } from "./views/view";
import { applyTheme, chosenTheme } from "./views/theme";
import { refreshPreferences, startWorker } from "./worker-client";

async function main(): Promise<void> {
  document.documentElement.lang = t.language;
  document.documentElement.classList.toggle("h12", countsToTwelve);
  applyTheme(chosenTheme());
  const skip = el("a.skip", { href: "#main" }, t.skip);
  const banner = el("div.ban", { hidden: true });
  const place = el("div.place");
  document.body.replaceChildren(skip, banner, place);
  addLiveRegions();
  watchPresses();
  let client: Client;
  try {
    client = await Client.open();
  } catch (error) {
    fill(place, el("p.ban.x", { role: "alert" }, String(error)));
    return;
  }
  let view: View | null = null;
  const put = (next: View) => {
    view?.close?.();
    view = next;
    fill(place, next.element);
  };
  const show = (reason = "") => {
    const done = () => show();
    if (router.route.page === "reset") {
      // Also for somebody who is signed in here: the new password signs everybody out.
      put(resetPassword(client, router.route.token, done));
      place.querySelector("input")?.focus();
      return;
    }
    if (client.session.current !== null) {
      setZone(client.me.timezone);
      const shell = new Shell(client);
      put(shell);
      shell.show(router.route);
      return;
    }
    const { route } = router;
    document.title = t.app;
    if (route.page === "invite") put(invite(client, route.code, done));
    else if (route.page === "settings" && route.section === "operator") put({ element: el("main.mid", { id: "main", tabindex: "-1" }, new OperatorPage("/").element) });
    else put(signIn(client, reason || farewell(), done));
    place.querySelector("input")?.focus();
  };
  client.onEnd = (reason) => {
    if (isSigningOut()) return put({ element: el("div") });
    if (reason === "") history.replaceState(null, "", "/");
    show(reason === "" ? "" : t.signOutReasons[reason] ?? t.signedOutElsewhere);
  };
  client.onBegin = () => show();
  // A page that comes back as it was left has lost its connections, and what it was storing.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  router.listen();
  router.changes.on(() => {
    if (client.session.current === null) show();
  });
  addBanner(client, banner);
  for (const type of ["online", "focus"]) {
    addEventListener(type, () => client.state.connection.kind === "waiting" && client.reconnectNow());
  }
  await client.start();
  show();
  document.documentElement.dataset.ready = "";
  const token = async (rejected: string | null) => (rejected === null ? client.session.current?.accessToken ?? null : client.session.renewed(rejected));
  startWorker(token, (path) => router.go(path), async () => {
    // A view that closes stores its draft; a further transaction begins only once that's done.
    view?.close?.();
    view = null;
    await client.database.write(async () => undefined);
  });
  void refreshPreferences(client);
}

void main();
