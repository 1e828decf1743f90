/** What changes elsewhere shows here at once. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Endpoint } from "#contract/kit.ts";
import { addressOf } from "./api.ts";
import type * as refreshing from "./live-refresh.ts";

/** The page itself comes first. */
const startMs = 2000;
let loaded: typeof refreshing | undefined;
const load = async () => (loaded = await import("./live-refresh.ts"));

/** Some moments after the first page is there, and at once from then on: what is open already would go on without it. */
function follow(cache: QueryClient, address: string, wanted: refreshing.Wanted): () => void {
  if (loaded) return loaded.refreshOn(cache, address, wanted);
  let leave: (() => void) | undefined;
  let isOver = false;
  const begin = async () => {
    const { refreshOn } = await load();
    if (!isOver) leave = refreshOn(cache, address, wanted);
  };
  // Where it does not load, as just after an update, the page is as good as before.
  const timer = setTimeout(() => void begin().catch(() => {}), startMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    if (leave) leave();
    else
      void load().then(
        ({ outdate }) => outdate(cache, wanted),
        () => {},
      );
  };
}

/**
 * Refreshes what is shown of some rooms whenever they change, here or elsewhere.
 * @param endpoint the live stream of the contract
 * @param organizationId whose changes; none are heard while it is empty
 */
export function useLive(endpoint: Endpoint, organizationId: string, wanted: refreshing.Wanted): void {
  const cache = useQueryClient();
  const key = JSON.stringify(wanted);
  useEffect(() => {
    if (organizationId === "") return undefined;
    return follow(cache, addressOf(endpoint, { organizationId }), JSON.parse(key) as refreshing.Wanted);
  }, [cache, endpoint, organizationId, key]);
}
