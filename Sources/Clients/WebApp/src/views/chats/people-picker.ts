import type { PeopleResponse, Person } from "../../api/types";
import { el, fill } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { t } from "../../text";
import { safeName } from "../../text/safe";
import { field } from "../auth/form";
import { avatar } from "../avatar";
import { statusItem } from "../status-item";
import type { Client } from "../view";

/** As many people as the server tells of at a time. */
const most = 20;

/** People to choose from: those found by a name or an address, below those who are chosen already. */
export class PeoplePicker {
  readonly chosen = new Map<string, Person>();
  readonly find = field(t.findPeople, { type: "text", autocomplete: "off", maxlength: "200" });
  readonly list = el("ul.box.people", { tabindex: "-1" });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(
    private readonly client: Client,
    private readonly without: ReadonlySet<string>,
    private readonly onChange: () => void,
  ) {
    this.find.input.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#search().catch(() => undefined), 200);
    });
  }

  /** Shows all whom the user may write to. */
  start(): void {
    this.find.input.focus();
    void this.#search().catch(() => toast(t.unreachable));
  }

  async #search(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    const query = encodeURIComponent(this.find.input.value);
    const { users } = await this.client.http.get<PeopleResponse>(`/v1/users?limit=${most}&query=${query}`);
    // A slow answer must not replace the one to what was typed since.
    if (asked === this.#asked) this.#draw(users.filter(({ userId }) => !this.without.has(userId)), users.length >= most);
  }

  #draw(people: Person[], isCut: boolean): void {
    const all = [...this.chosen.values(), ...people.filter(({ userId }) => !this.chosen.has(userId))];
    fill(this.list, ...all.map((person) => this.#row(person)));
    if (isCut) this.list.append(statusItem(t.morePeople(most)));
    if (all.length === 0) this.list.append(statusItem(t.noPeople));
  }

  #row(person: Person): HTMLElement {
    const box = el("input", { type: "checkbox", checked: this.chosen.has(person.userId) });
    box.addEventListener("change", () => {
      if (box.checked) this.chosen.set(person.userId, person);
      else this.chosen.delete(person.userId);
      this.onChange();
    });
    const face = { id: person.userId, name: person.displayName, photo: person.photoMediaId, size: "x" } as const;
    return el("li", {}, el("label.it.sw.ck", {}, box, avatar(this.client, face),
      el("span.grow", {}, el("bdi", {}, safeName(person.displayName)))));
  }
}
