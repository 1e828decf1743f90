/** Counts answers, and prints what was wrong. */
import { toCurl, type AttackAnswer } from "./http-client.ts";
import { faultKinds, isSuccess, type Fault } from "./answer-faults.ts";
import type { PlannedRequest } from "./requests.ts";

/** Limit for each kind of fault at one operation; the others are only counted. */
const MAX_SHOWN = 2;

export interface Report {
  count(planned: Pick<PlannedRequest, "actor" | "operation">, answer: AttackAnswer): void;
  fail(label: string, origin: string, planned: PlannedRequest, answer: AttackAnswer, faults: readonly Fault[]): void;
  /** Something that no single answer tells, such as the log. */
  failWhole(why: string): void;
  requests(): number;
  failures(): number;
  summary(): string;
}

export function createReport(print: (line: string) => void): Report {
  const requestsByRole = new Map<string, number>();
  const answersByStatus = new Map<number, number>();
  const faultsByKind = new Map<string, number>();
  const shown = new Map<string, number>();
  const succeeded = new Set<string>();
  const asked = new Set<string>();
  let requests = 0;
  let failures = 0;
  let slowest = 0;
  const add = <K>(counts: Map<K, number>, key: K) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) ?? 0;
  };
  return {
    count({ actor, operation }, answer) {
      asked.add(operation.id);
      if (isSuccess(answer)) succeeded.add(operation.id);
      requests += 1;
      slowest = Math.max(slowest, answer.milliseconds);
      add(requestsByRole, actor.role);
      add(answersByStatus, answer.status);
    },
    fail(label, origin, planned, answer, faults) {
      for (const { kind, why } of faults) {
        failures += 1;
        add(faultsByKind, kind);
        if (add(shown, `${kind} ${planned.operation.id}`) > MAX_SHOWN) continue;
        print(`✗ ${kind}: ${planned.operation.id} as ${planned.actor.role}, ${label}: ${why}`);
        print(`  ${toCurl(origin, planned.request)}`);
        print(`  → ${answer.status} ${answer.text.slice(0, 600).replaceAll("\n", " ")}`);
      }
    },
    failWhole(why) {
      failures += 1;
      add(faultsByKind, "whole");
      print(`✗ ${why}`);
    },
    requests: () => requests,
    failures: () => failures,
    summary() {
      const table = (counts: Map<string, number>) => [...counts].map(([key, count]) => `${key} ${count}`).join(", ");
      const statuses = [...answersByStatus].toSorted(([one], [other]) => one - other);
      const kinds = faultKinds.map((kind) => `${faultsByKind.get(kind) ?? 0} ${kind}`).join(", ");
      return [
        `${requests} requests; by role: ${table(requestsByRole)}`,
        `by status: ${statuses.map(([status, count]) => `${status}: ${count}`).join(", ")}; slowest ${Math.round(slowest)} ms`,
        `operations that never succeeded: ${[...asked].filter((id) => !succeeded.has(id)).join(", ") || "none"}`,
        `${kinds}${faultsByKind.has("whole") ? `, ${faultsByKind.get("whole")} of the whole` : ""}`,
      ].join("\n");
    },
  };
}
