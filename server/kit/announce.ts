/** How a room speaks down the corridor: it announces, later rooms listen, inside the same transaction, and may veto by throwing. */
import type { Call } from "./serve.ts";

/** What is announced, by name. A room adds its own: `declare module "#server/kit/announce.ts" { interface Announcements { … } }`. */
// oxlint-disable-next-line no-empty-interface -- rooms fill it by declaration merging
export interface Announcements {}

/** Where an announcement happens: the caller's transaction, its house and its user. */
export type Place = Pick<Call, "db" | "house" | "user" | "now">;
type Listener<K extends keyof Announcements> = (place: Place, news: Announcements[K]) => Promise<void>;
export type Listeners = { [K in keyof Announcements]?: Listener<K> };

const heard = new Map<keyof Announcements, Set<Listener<never>>>();

/** Listens for as long as the process lives; listening twice with one function is listening once. */
export function listen(listeners: Listeners): void {
  for (const [name, listener] of Object.entries(listeners) as [keyof Announcements, Listener<never>][]) {
    heard.set(name, (heard.get(name) ?? new Set()).add(listener));
  }
}

/** Tells the later rooms, one after another; the first that throws stops everything. */
export async function announce<K extends keyof Announcements>(
  place: Place,
  name: K,
  news: Announcements[K],
): Promise<void> {
  for (const listener of heard.get(name) ?? []) await (listener as Listener<K>)(place, news);
}
