import { QueryClient, QueryClientProvider, queryOptions } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { useFreshQuery } from "./use-fresh-query.ts";
import { renderInApp, cleanup } from "#tests/support/render-in-app.tsx";

afterEach(cleanup);

const begun = page.getByTestId("begun");

async function open(known: string, { isOutOfDate }: { isOutOfDate: boolean }) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000, retry: false } } });
  let answer = Promise.withResolvers<string>();
  const options = queryOptions({ queryKey: ["events.read", "one"], queryFn: () => answer.promise });
  cache.setQueryData(options.queryKey, known);
  if (isOutOfDate) await cache.invalidateQueries();
  function Begun() {
    const { data, error, refetch } = useFreshQuery(options);
    return (
      <button type="button" data-testid="begun" onClick={() => void refetch()}>
        {error?.message ?? data ?? "waits"}
      </button>
    );
  }
  await renderInApp(() => (
    <QueryClientProvider client={cache}>
      <Begun />
    </QueryClientProvider>
  ));
  return {
    cache,
    give: (said: string) => answer.resolve(said),
    refuse: () => {
      answer.reject(new Error("away"));
      answer = Promise.withResolvers();
    },
  };
}

test("fresh cached data is shown at once, and stays while it is refetched", async () => {
  const { cache, give } = await open("18:00", { isOutOfDate: false });
  await expect.element(begun).toHaveTextContent("18:00");
  void cache.invalidateQueries();
  await expect.poll(() => cache.isFetching()).toBe(1);
  await expect.element(begun).toHaveTextContent("18:00");
  give("20:00");
  await expect.element(begun).toHaveTextContent("20:00");
});

test("shown data stays when it can no longer be fetched", async () => {
  const { cache, refuse } = await open("18:00", { isOutOfDate: false });
  await expect.element(begun).toHaveTextContent("18:00");
  void cache.invalidateQueries();
  await expect.poll(() => cache.isFetching()).toBe(1);
  refuse();
  await expect.poll(() => cache.isFetching()).toBe(0);
  await expect.element(begun).toHaveTextContent("18:00");
});

test("stale cached data is refetched before it is shown", async () => {
  const { cache, give } = await open("20:00", { isOutOfDate: true });
  await expect.poll(() => cache.isFetching()).toBe(1);
  await expect.element(begun).toHaveTextContent("waits");
  give("18:00");
  await expect.element(begun).toHaveTextContent("18:00");
});

test("a failed fetch is reported, and tried again", async () => {
  const { cache, give, refuse } = await open("20:00", { isOutOfDate: true });
  await expect.element(begun).toHaveTextContent("waits");
  // Wait for the fetch: a refusal before it would reach nobody.
  await expect.poll(() => cache.isFetching()).toBe(1);
  refuse();
  await expect.element(begun).toHaveTextContent("away");
  await begun.click();
  give("18:00");
  await expect.element(begun).toHaveTextContent("18:00");
});
