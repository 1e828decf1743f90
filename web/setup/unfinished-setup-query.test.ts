import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import type { SetupState } from "#contract/setup.ts";
import { unfinishedSetupQuery } from "./unfinished-setup-query.ts";

async function countRequests(isDone: boolean): Promise<number> {
  const cache = new QueryClient();
  const known = { data: { organization: null, steps: [{ name: "team", isDone, count: 0 }] } satisfies SetupState };
  const queryFn = vi.fn(() => Promise.resolve(known));
  const query = { ...unfinishedSetupQuery("one"), queryFn };
  cache.setQueryData(query.queryKey, known);
  // A booking, for instance, which may be a step.
  await cache.invalidateQueries();
  new QueryObserver(cache, query).subscribe(() => {})();
  cache.clear();
  return queryFn.mock.calls.length;
}

test("an unfinished setup is asked for again after changes, a finished one no more", async () => {
  expect(await countRequests(false)).toBe(1);
  expect(await countRequests(true)).toBe(0);
});
