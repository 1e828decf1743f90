import type { ServerResponse } from "node:http";
import { Writable } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import type { ChangeBatch, LiveChanges } from "#server/kit/notify/live-changes.ts";
import { HEARTBEAT_INTERVAL_MS, streamChanges } from "./change-stream.ts";

afterEach(() => void vi.useRealTimers());

/** A client that reads nothing until it is told to. */
function createStalledResponse() {
  const waiting: (() => void)[] = [];
  let text = "";
  const response = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, done) {
      text += String(chunk);
      waiting.push(done);
    },
  }) as unknown as ServerResponse;
  return { response, read: () => waiting.shift()?.(), text: () => text };
}

test("who missed too many changes to be told one by one begins with the present version, and so reloads", async () => {
  const live: LiveChanges = {
    subscribe: async () => () => {},
    listSince: async () => ({ version: "5.0", changes: undefined }),
    version: async () => "4.0",
    close: async () => {},
  };
  const { response, text } = createStalledResponse();
  void streamChanges({
    live,
    response,
    organizationId: "o",
    userId: "u",
    lastSeenVersion: "1.0",
    filterVisible: async () => [],
    isStillAllowed: async () => true,
    onError: (error) => expect.unreachable(String(error)),
  });
  await vi.waitFor(() => expect(text()).toBe("retry: 2000\nid: 4.0\n\n"));
  response.destroy();
});

test("for a client that reads nothing, no listeners gather on its answer", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const warnings: Error[] = [];
  const noteWarning = (warning: Error) => void warnings.push(warning);
  process.on("warning", noteWarning);
  let hear: (batch: ChangeBatch) => void = () => {};
  const live: LiveChanges = {
    subscribe: async (listener) => {
      hear = listener;
      return () => {};
    },
    listSince: async (_organizationId, version) => ({ version, changes: [] }),
    version: async () => "1.0",
    close: async () => {},
  };
  const { response, read, text } = createStalledResponse();
  const events = ["error", "close", "drain"];
  const count = () => events.map((event) => response.listenerCount(event));
  void streamChanges({
    live,
    response,
    organizationId: "o",
    userId: "u",
    lastSeenVersion: undefined,
    filterVisible: async (changes) => changes.map(() => ({ type: "events", id: null })),
    isStillAllowed: async () => true,
    onError: noteWarning,
  });
  await vi.waitFor(() => expect(text()).toContain("id: 1.0"));
  read();
  const change = { organizationId: "o", module: "events", subjectId: "e", previousFieldId: null };
  const before = count();
  for (let turn = 1; turn <= 30; turn += 1) {
    hear({ version: `${turn + 1}.0`, changes: [{ ...change, transaction: `${turn}` }] });
    vi.advanceTimersByTime(HEARTBEAT_INTERVAL_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(count()).toEqual(before);
  while (!text().includes("id: 31.0\n")) {
    read();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([count(), warnings]).toEqual([before, []]);
  response.destroy();
  process.off("warning", noteWarning);
});
