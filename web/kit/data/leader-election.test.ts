import { afterEach, expect, test, vi } from "vitest";
import { holdLeadershipByStorage, runAsLeader } from "./leader-election.ts";

let stopFunctions: (() => void)[] = [];
afterEach(() => {
  for (const stop of stopFunctions) stop();
  stopFunctions = [];
});

function team() {
  const [working, most] = [new Set<string>(), { atOnce: 0 }];
  const as = (who: string) => async (signal: AbortSignal) => {
    working.add(who);
    most.atOnce = Math.max(most.atOnce, working.size);
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    working.delete(who);
  };
  return { as, most, who: () => [...working].join() };
}

test("one leads, and the next one as soon as it stops", async () => {
  const { as, most, who } = team();
  const first = runAsLeader("changes one", as("first"));
  const second = runAsLeader("changes one", as("second"));
  stopFunctions = [first, second, runAsLeader("changes another", async () => {})];
  await expect.poll(who).toBe("first");
  first();
  await expect.poll(who).toBe("second");
  expect(most.atOnce).toBe(1);
});

test("who is hidden or frozen leads no longer, and comes back into the row", async () => {
  const { as, who } = team();
  const sight = vi.spyOn(document, "visibilityState", "get");
  stopFunctions = [runAsLeader("changes seen", as("it"))];
  await expect.poll(who).toBe("it");
  sight.mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(who).toBe("");
  sight.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(who).toBe("it");
  document.dispatchEvent(new Event("freeze"));
  await expect.poll(who).toBe("");
  document.dispatchEvent(new Event("resume"));
  await expect.poll(who).toBe("it");
});

test("whose work ends by itself does not begin it again", async () => {
  const work = vi.fn(async () => {});
  stopFunctions = [runAsLeader("changes done", work)];
  await expect.poll(() => work.mock.calls.length).toBe(1);
  document.dispatchEvent(new Event("visibilitychange"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(work).toHaveBeenCalledTimes(1);
});

test("without locks one of several leads too, and another within two seconds of its silence", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const { as, most, who } = team();
  const [first, second] = [new AbortController(), new AbortController()];
  stopFunctions = [() => first.abort(), () => second.abort(), () => void vi.useRealTimers()];
  // Simulates a page that died without releasing the lease.
  localStorage.setItem("changes lease", `gone ${Date.now() + 1300}`);
  void holdLeadershipByStorage("changes lease", first.signal, as("first"));
  void holdLeadershipByStorage("changes lease", second.signal, as("second"));
  await vi.advanceTimersByTimeAsync(1299);
  expect(who()).toBe("");
  await vi.advanceTimersByTimeAsync(701);
  expect(who()).toMatch(/^(first|second)$/);
  const [now, next] = who() === "first" ? [first, "second"] : [second, "first"];
  await vi.advanceTimersByTimeAsync(1500);
  expect([most.atOnce, who()]).toEqual([1, next === "second" ? "first" : "second"]);
  now.abort();
  await vi.advanceTimersByTimeAsync(2000);
  expect(who()).toBe(next);
  expect(most.atOnce).toBe(1);
});
