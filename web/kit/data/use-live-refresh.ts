/** Refreshes a page by the live stream (real-time updates) of its organization. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Endpoint } from "#contract/kit.ts";
import { endpointUrl } from "./api.ts";
import type * as refreshing from "./live-refresh.ts";

/** The page loads first. */
const startMs = 2000;
let liveRefreshModule: typeof refreshing | undefined;
const loadLiveRefresh = async () => (liveRefreshModule = await import("./live-refresh.ts"));

function startLiveRefresh(cache: QueryClient, address: string, refreshMap: refreshing.RefreshMap): () => void {
  if (liveRefreshModule) return liveRefreshModule.refreshOnChanges(cache, address, refreshMap);
  let leave: (() => void) | undefined;
  let isOver = false;
  const begin = async () => {
    const { refreshOnChanges: refreshOn } = await loadLiveRefresh();
    if (!isOver) leave = refreshOn(cache, address, refreshMap, true);
  };
  // If loading fails, as just after an update, the page works without it.
  const timer = setTimeout(() => void begin().catch(() => {}), startMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    if (leave) leave();
    else
      void loadLiveRefresh().then(
        ({ markStale: outdate }) => outdate(cache, refreshMap),
        () => {},
      );
  };
}

/** @param organizationId subscribes to nothing while empty */
export function useLiveRefresh(endpoint: Endpoint, organizationId: string, refreshMap: refreshing.RefreshMap): void {
  const cache = useQueryClient();
  const key = JSON.stringify(refreshMap);
  useEffect(() => {
    if (organizationId === "") return undefined;
    return startLiveRefresh(cache, endpointUrl(endpoint, { organizationId }), JSON.parse(key) as refreshing.RefreshMap);
  }, [cache, endpoint, organizationId, key]);
}
