import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { FreshQueryClient } from "./fresh-query-client.ts";
import { refreshOnChanges } from "./live-refresh.ts";
import * as whole from "./live-stream.ts";
import { clearSession, token } from "./session.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const stream = (...parts: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

test("messages are whole however the stream was cut, and comments between them say nothing", async () => {
  const cut = stream(
    "retry: 2000\nid: 7.1\n\n: still",
    " here\n\nid: 8.2\nevent: change\nda",
    'ta: {"type":"events"}\n\nid: 9',
  );
  const heard = [];
  for await (const message of whole.parseServerSentEvents(cut)) heard.push(message);
  expect(heard).toEqual([{ id: "7.1" }, {}, { id: "8.2", data: '{"type":"events"}' }]);
});

interface Opened {
  from: string | null;
  bearer: string | null;
  say: (text: string) => void;
  isOpen: () => boolean;
}

function serve(begin: (from: string | null) => string) {
  const opened: Opened[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_address, { headers, signal } = {}) => {
    const from = new Headers(headers).get("last-event-id");
    let isOpen = true;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const say = (text: string) => controller.enqueue(new TextEncoder().encode(text));
        signal?.addEventListener("abort", () => {
          if (isOpen) controller.error(signal.reason);
          isOpen = false;
        });
        opened.push({ from, bearer: new Headers(headers).get("authorization"), say, isOpen: () => isOpen });
        say(begin(from));
      },
    });
    return new Response(body);
  });
  return { opened, live: () => opened.filter(({ isOpen }) => isOpen()) };
}

async function openTabs(count: number, address: string) {
  const tabs = [];
  for (let index = 0; index < count; index += 1) {
    const { subscribeToChanges: join } = (await import(/* @vite-ignore */ `./live-stream.ts?tab=${index}`)) as Pick<
      typeof whole,
      "subscribeToChanges"
    >;
    const heard: string[] = [];
    join(address, (module, version) =>
      heard.push(module === null ? "all" : module === "back" ? module : `${module} ${version}`),
    );
    tabs.push(heard);
  }
  return tabs;
}
const news = (version: string, type = "events") =>
  `id: ${version}\nevent: change\ndata: {"type":"${type}","id":null,"version":"${version}"}\n\n`;
const patient = { timeout: 5000, interval: 10 };

test("of several tabs one listens for all, until the session ends", async () => {
  token.set("tabs-token");
  const { opened, live } = serve((from) => `retry: 2000\nid: ${from ?? "5.0"}\n\n`);
  const tabs = await openTabs(3, "/live/tabs");
  const all = (text: string) => [text, text, text];
  await expect.poll(() => tabs.map(String), patient).toEqual(all("all"));
  live()[0]?.say(news("6.1") + news("7.1", "fields"));
  await expect.poll(() => tabs.map(String), patient).toEqual(all("all,events 6.1,fields 7.1"));
  expect(opened.map(({ bearer }) => bearer)).toEqual(["Bearer tabs-token"]);
  clearSession();
  await expect.poll(live, patient).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(opened).toHaveLength(1);
});

test("one that missed something, or finds another database, looks at everything once", async () => {
  token.set("gap-token");
  let version = "5.0";
  const { opened, live } = serve(() => `retry: 2000\nid: ${version}\n\n`);
  const [heard] = await openTabs(1, "/live/gap");
  const channel = new BroadcastChannel("changes gap-toke /live/gap");
  await expect.poll(() => heard, patient).toEqual(["all"]);
  channel.postMessage({ after: "6.0", version: "7.0", module: "events" });
  await expect.poll(() => heard, patient).toEqual(["all", "all"]);
  channel.postMessage({ after: "5.0", version: "6.5", module: "events" });
  channel.postMessage({ after: "7.0", version: "8.0", module: "events" });
  await expect.poll(() => heard, patient).toEqual(["all", "all", "events 8.0"]);
  version = "3.0";
  dispatchEvent(new Event("online"));
  await expect.poll(() => heard, patient).toEqual(["all", "all", "events 8.0", "back", "all"]);
  expect(opened[1]?.from).toBe("8.0");
  live()[0]?.say(news("4.0"));
  await expect.poll(() => heard?.at(-1), patient).toBe("events 4.0");
  channel.close();
  clearSession();
});

test("one that listens late to an open stream looks at everything once, one that listens in time does not", async () => {
  token.set("late-token");
  const { opened } = serve(() => "id: 5.0\n\n");
  const heard: (string | null)[][] = [[], [], []];
  const listen = (index: number, isLate?: boolean) =>
    whole.subscribeToChanges("/late", (module) => heard[index]?.push(module), isLate);
  listen(0, true);
  await expect.poll(() => heard[0], patient).toEqual([null]);
  listen(1);
  listen(2, true);
  expect(heard).toEqual([[null], [], [null]]);
  opened[0]?.say(news("6.0"));
  await expect.poll(() => heard, patient).toEqual([[null, "events"], ["events"], [null, "events"]]);
  clearSession();
});

test("what is still loading when it changes is asked once more", async () => {
  token.set("late-token");
  serve(() => "id: 5.0\n\n");
  const cache = new FreshQueryClient();
  const looked = vi.spyOn(cache, "invalidateQueries");
  const asked: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => asked.push(resolve));
  const observer = new QueryObserver(cache, { queryKey: ["events.read"], queryFn, staleTime: Infinity });
  const forgetIt = observer.subscribe(() => {});
  const leave = refreshOnChanges(cache, "/live/late", ["events"]);
  await expect.poll(() => looked.mock.calls.length, patient).toBe(1);
  expect(asked).toHaveLength(1);
  asked[0]?.("pending");
  await expect.poll(() => asked.length, patient).toBe(2);
  asked[1]?.("approved");
  await expect.poll(() => observer.getCurrentResult().data, patient).toBe("approved");
  leave();
  forgetIt();
  clearSession();
});
