/** Packs and extras on sale keep the time windows that they name: without theirs, lights would be charged no more. */
import type { JobEvents } from "#server/kit/events/domain-events.ts";
import { HttpError, message } from "#server/kit/http/http-error.ts";

interface WindowHolder {
  name: string;
  active: boolean;
  windowIds: readonly string[];
}

/** @throws HttpError 409 with the one that refers to it */
export function assertUnused(
  holders: readonly WindowHolder[],
  { windowId, name }: JobEvents["time-windows.deleting"],
): void {
  const holder = holders.find(({ active, windowIds }) => active && windowIds.includes(windowId));
  if (holder) throw new HttpError(409, message("time-windows.inUseBy", { name, holder: holder.name }));
}
