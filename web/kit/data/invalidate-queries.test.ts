import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { invalidateEventQueries, invalidatePaymentQueries } from "./invalidate-queries.ts";
import { listModules, registerModules } from "./modules.ts";

const before = listModules();
afterEach(() => registerModules(before));

const staleAfter = (invalidate: (cache: QueryClient) => void) => {
  registerModules([
    { name: "events", includesDataOf: ["events"] },
    { name: "payments", includesDataOf: ["money"] },
    { name: "fields" },
  ]);
  const cache = new QueryClient();
  const names = ["events.list", "payments.list", "payments.check", "fields.list", "eventsource.list"];
  for (const name of names) cache.setQueryData([name], {});
  invalidate(cache);
  return names.filter((name) => cache.getQueryState([name])?.isInvalidated);
};

test("what the modules say that they show is asked again", () => {
  expect(staleAfter(invalidateEventQueries)).toEqual(["events.list"]);
  expect(staleAfter(invalidatePaymentQueries)).toEqual(["events.list", "payments.list"]);
});
