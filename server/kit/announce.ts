/** How a room speaks down the corridor: it announces, later rooms listen, inside the same transaction, and may veto by throwing. */
import type { Call } from "./serve.ts";

/** What is announced, by name. A room adds its own: `declare module "#server/kit/announce.ts" { interface Announcements { … } }`. */
// oxlint-disable-next-line no-empty-interface -- rooms fill it by declaration merging
export interface Announcements {}

/** What jobs announce, by name: nobody calls there. Rooms add their own in the same way. */
// oxlint-disable-next-line no-empty-interface -- rooms fill it by declaration merging
export interface Tidings {}

/** Where an announcement happens: the caller's transaction, its house and its user; the call without what it asks. */
export type Place = Pick<
  Call,
  "db" | "house" | "user" | "now" | "organizationId" | "standing" | "language" | "t" | "address" | "request"
>;
/** Where a job works: one organization at a time, in the open transaction unless the announcement says otherwise. */
export type Scene = Pick<Place, "db" | "house" | "now" | "organizationId">;

type News = Announcements & Tidings;
type Where<K extends keyof News> = K extends keyof Announcements ? Place : Scene;
type Listener<K extends keyof News> = (place: Where<K>, news: News[K]) => Promise<void>;
export type Listeners = { [K in keyof News]?: Listener<K> };

const heard = new Map<keyof News, Set<Listener<never>>>();

/** Listens for as long as the process lives; listening twice with one function is listening once. */
export function listen(listeners: Listeners): void {
  for (const [name, listener] of Object.entries(listeners) as [keyof News, Listener<never>][]) {
    heard.set(name, (heard.get(name) ?? new Set()).add(listener));
  }
}

/** Tells the later rooms, one after another; the first that throws stops everything. */
export async function announce<K extends keyof News>(place: Where<K>, name: K, news: News[K]): Promise<void> {
  for (const listener of heard.get(name) ?? []) await (listener as Listener<K>)(place, news);
}
