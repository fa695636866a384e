import { el } from "../../dom/element";
import { confirm } from "../../dom/overlay";
import { t } from "../../text";
import type { Client, View } from "../view";
export class SettingsPage implements View { readonly element: HTMLElement; constructor(client: Client, _s: string) {
 const out = async () => { if (await confirm(t.signOutTitle, t.signOutText(client.state.outbox.length), t.signOut, t.cancel)) await client.signOut(); };
 this.element = el("section.view", {}, el("button.b.d", {type:"button", onclick: () => void out()}, t.signOut)); } }
