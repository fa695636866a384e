import type { AuditVerification, IndexStatus, ModelUsageOverview, RetryResponse } from "../../api/types";
import { el } from "../../dom/element";
import type { Child } from "../../dom/element";
import { toast } from "../../dom/overlay";
import { saveFile } from "../../dom/save";
import { t } from "../../text";
import { dateTime, fileSize, money, number } from "../../text/format";
import { attempt } from "../attempt";
import { block, button, hint } from "../settings/parts";
import type { Desk, Tab } from "./operator-page";

interface Readiness {
  ready: boolean;
  reasons: string[];
}

/** Whether the server can work, when it was saved last, and how far the search index is. */
export const health: Tab = async (desk) => {
  const { http } = desk;
  const [state, ready, metrics, index, audit, usage] = await Promise.all([
    http.get<{ version: string }>("/healthz"), readiness(), figures(),
    http.get<IndexStatus>("/v1/admin/index"),
    http.get<AuditVerification>("/v1/admin/audit"),
    http.get<ModelUsageOverview>("/v1/admin/usage"),
  ]);
  const size = (name: string) => fileSize(metrics.get(name) ?? 0);
  return [
    ready.ready ? el("p.ban.g", {}, t.serverReady) : el("p.ban.x", { role: "alert", dir: "auto" }, `${t.serverUnready} ${ready.reasons.join(" ")}`),
    block(t.operatorHealth, list([
      [t.serverVersion, state.version],
      ...(metrics.size === 0 ? [] : [
        [t.connections, number(metrics.get("spotter_connections") ?? 0)],
        [t.databaseSize, size("spotter_database_bytes")],
        [t.diskFree, size("spotter_disk_free_bytes")],
        [t.memoryUsed, size("spotter_resident_memory_bytes")],
      ] as [string, string][]),
      [t.auditLog, audit.brokenAt === null ? t.auditFine(number(audit.entries)) : t.auditBroken(number(audit.brokenAt))],
      [t.usageOfMonth, `${number(usage.total.requests)} · ${money(usage.total.cost, usage.currency)}`],
    ]), metrics.size === 0 ? hint(t.metricsElsewhere) : null),
    block(t.backups, backups(desk, metrics)),
    block(t.searchIndex, searchIndex(desk, index)),
  ];
};

function list(rows: [label: string, value: string][]): HTMLElement {
  return el("dl.card.facts", {}, ...rows.flatMap(([label, value]): Child[] => [el("dt", {}, label), el("dd", { dir: "auto" }, value)]));
}

/** A server that isn't ready answers 503, with the reasons. */
async function readiness(): Promise<Readiness> {
  const response = await fetch("/readyz", { credentials: "omit" });
  return (await response.json()) as Readiness;
}

/** Figures of `/metrics` that have no labels; none where the operator serves them at another address. */
async function figures(): Promise<Map<string, number>> {
  const response = await fetch("/metrics", { credentials: "omit" });
  if (!response.ok) return new Map();
  const lines = (await response.text()).split("\n").map((line) => /^(spotter_\w+) (\S+)$/.exec(line));
  return new Map(lines.flatMap((found) => (found === null ? [] : [[found[1]!, Number(found[2])] as const])));
}

function backups({ http }: Desk, metrics: Map<string, number>): HTMLElement {
  const last = metrics.get("spotter_last_backup_timestamp_seconds") ?? 0;
  const make = button(t.backupDo, async () => {
    make.disabled = true;
    await attempt(async () => {
      const response = await http.respond("POST", "/v1/admin/backup");
      saveFile(await response.blob(), "spotter-backup.tar");
      toast(t.backupMade);
    });
    make.disabled = false;
  });
  return el("div.card.col", {}, el("p", {}, last > 0 ? t.lastBackup(dateTime(last * 1000)) : t.noBackup), hint(t.backupHint), el("div.row", {}, make));
}

function searchIndex({ http, redraw }: Desk, { models, deadLetters }: IndexStatus): HTMLElement {
  const again = () => attempt(async () => {
    const { retried } = await http.json<RetryResponse>("POST", "/v1/admin/index/retry");
    toast(t.retried(number(retried)));
    await redraw();
  });
  const rows = models.map((one) => el("li.it", {}, el("span.grow", {}, el("b", {}, el("bdi", {}, one.model)), el("br"),
    el("span.sm.m", { dir: "auto" }, t.indexState(number(one.vectors), number(one.waiting), number(one.dead)), one.outage === null ? "" : ` ${one.outage}`)),
    one.active ? el("span.tag.g", {}, t.indexActive) : null));
  return el("div.col", {}, rows.length === 0 ? el("div.card", {}, hint(t.noIndex)) : el("ul.box", {}, ...rows),
    deadLetters.length === 0 ? null : el("p.ban", { dir: "auto" }, el("span.grow", {}, t.indexFailed(number(deadLetters.length), deadLetters[0]!.error)), button(t.retry, again)));
}
