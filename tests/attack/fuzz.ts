/** Random requests, several at once, each told by seed and index. */
import { isSuccess, findAnswerFaults, type AnswerChecks } from "./answer-faults.ts";
import type { Report } from "./report.ts";
import { addRecentId, planRequest } from "./requests.ts";
import { sendAs, type Target } from "./target.ts";

const CONCURRENCY = 8;
const MAX_FAILURES = 200;

interface FuzzOptions {
  seed: number;
  requests: number;
  /** Called after each thousand. */
  onProgress?(done: number): void;
}

export async function fuzz(target: Target, judge: AnswerChecks, report: Report, options: FuzzOptions): Promise<void> {
  const { seed, requests, onProgress } = options;
  let next = 0;
  const attack = async () => {
    while (next < requests && report.failures() < MAX_FAILURES) {
      const index = next++;
      const planned = planRequest(target, seed, index);
      const sent = Array.from({ length: planned.times }, () => sendAs(target, planned.actor, planned.request));
      for (const answer of await Promise.all(sent)) {
        report.count(planned, answer);
        const faults = findAnswerFaults(target, judge, planned, answer);
        if (isSuccess(answer)) addRecentId(target, planned, answer.text);
        report.fail(`--seed ${seed} --index ${index}`, target.origin, planned, answer, faults);
      }
      if ((index + 1) % 1000 === 0) onProgress?.(index + 1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, attack));
}

/** One request of a seed, to see its answer. */
export async function repeat(target: Target, seed: number, index: number, print: (line: string) => void) {
  const planned = planRequest(target, seed, index);
  const answer = await sendAs(target, planned.actor, planned.request);
  print(`${planned.operation.id} as ${planned.actor.role} → ${answer.status}${isSuccess(answer) ? "" : " (refused)"}`);
  print(answer.text.slice(0, 2000));
}
