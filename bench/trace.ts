/** Measures main-thread work with the browser's trace, in thread time, so that other load does not count. */
import type { CDPSession } from "@playwright/test";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds, from an arbitrary origin. */
  ts: number;
  dur?: number;
  /** Thread time. */
  tdur?: number;
  args?: { data?: { type?: string } };
}

const categories = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "v8.execute",
  "v8",
  "blink.user_timing",
  "toplevel",
];
/** Categories that the browser's developer tools count as scripting. */
const scripts = new Set([
  ...["EvaluateScript", "FunctionCall", "EventDispatch", "TimerFire", "FireAnimationFrame", "FireIdleCallback"],
  ...["RunMicrotasks", "v8.compile", "v8.compileModule", "v8.evaluateModule", "v8.run", "v8.produceCache"],
  ...["MinorGC", "MajorGC", "V8.GCScavenger", "V8.GCIncrementalMarking", "V8.GCFinalizeMC", "HandlePostMessage"],
]);

const eventLength = ({ dur = 0, tdur }: TraceEvent) => tdur ?? dur;

/** Traces `work`. @returns events of the thread on which the page set its marks */
export async function recordTrace(cdp: CDPSession, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  cdp.on("Tracing.dataCollected", collect);
  const complete = new Promise<void>((resolve) => cdp.once("Tracing.tracingComplete", () => resolve()));
  await cdp.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: categories, recordMode: "recordAsMuchAsPossible" },
  });
  await work();
  await cdp.send("Tracing.end");
  await complete;
  cdp.off("Tracing.dataCollected", collect);
  const marked = events.find(({ name }) => name === "bench-begin");
  if (!marked) throw new Error("The page marked nothing");
  const own = events.filter(({ pid, tid }) => pid === marked.pid && tid === marked.tid);
  return own.toSorted((one, other) => one.ts - other.ts);
}

const findMark = (events: readonly TraceEvent[], name: string) => {
  const found = events.find((event) => event.name === name);
  if (!found) throw new Error(`The page did not mark ${name}`);
  return found.ts;
};

/** Milliseconds of scripting between two marks, without the layout that scripts force. */
export function measureScripting(events: readonly TraceEvent[], [begin, end]: readonly [string, string]): number {
  const [from, to] = [findMark(events, begin), findMark(events, end)];
  const whole = events.filter(({ ph, ts }) => ph === "X" && ts >= from && ts < to);
  const open: { event: TraceEvent; inner: number }[] = [];
  let sum = 0;
  const close = (before: number) => {
    for (let last = open.at(-1); last && last.event.ts + (last.event.dur ?? 0) <= before; last = open.at(-1)) {
      open.pop();
      const length = eventLength(last.event);
      if (scripts.has(last.event.name)) sum += Math.max(0, length - last.inner);
      const outer = open.at(-1);
      if (outer) outer.inner += length;
    }
  };
  for (const event of whole) {
    close(event.ts);
    open.push({ event, inner: 0 });
  }
  close(Infinity);
  return sum / 1000;
}

const FRAME_US = 16_667;

/** Milliseconds of work per frame between two marks, including the work since the previous frame. */
export function measureFrames(events: readonly TraceEvent[], [begin, end]: readonly [string, string]): number[] {
  const [from, to] = [findMark(events, begin), findMark(events, end)];
  const within = events.filter(({ ts, ph }) => ph === "X" && ts >= from && ts < to);
  const commits = within.filter(({ name }) => name === "Commit").map(({ ts }) => ts);
  const frames: number[] = [];
  let [sum, ended] = [0, 0];
  for (const task of within.filter(({ name }) => name.endsWith("RunTask"))) {
    if (task.ts < ended) continue;
    // The frame had nothing to draw.
    if (task.ts - ended > FRAME_US) sum = 0;
    ended = task.ts + (task.dur ?? 0);
    sum += eventLength(task) / 1000;
    if (!commits.some((ts) => ts >= task.ts && ts < ended)) continue;
    frames.push(sum);
    sum = 0;
  }
  return frames;
}
