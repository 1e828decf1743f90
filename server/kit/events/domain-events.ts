/** Domain events: a module publishes, higher modules listen inside the same transaction, and may veto by throwing. */
import type { Call } from "#server/kit/http/serve-module.ts";

/** Events of calls by name. A module adds its own: `declare module "#server/kit/events/domain-events.ts" { interface DomainEvents { … } }`. */
// oxlint-disable-next-line no-empty-interface -- modules fill it by declaration merging
export interface DomainEvents {}

/** Events of jobs by name, without a caller. Modules add their own in the same way. */
// oxlint-disable-next-line no-empty-interface -- modules fill it by declaration merging
export interface JobEvents {}

/** Context of an event: the caller's transaction, app context and user; the call without its input. */
export type RequestContext = Pick<
  Call,
  "db" | "appContext" | "user" | "now" | "organizationId" | "access" | "language" | "t" | "address" | "request"
>;
/** Context of a job: one organization at a time, in the open transaction unless the event says otherwise. */
export type TenantContext = Pick<RequestContext, "db" | "appContext" | "now" | "organizationId">;

type EventPayloads = DomainEvents & JobEvents;
type ContextOf<K extends keyof EventPayloads> = K extends keyof DomainEvents ? RequestContext : TenantContext;
type Listener<K extends keyof EventPayloads> = (context: ContextOf<K>, news: EventPayloads[K]) => Promise<void>;
export type DomainEventListeners = { [K in keyof EventPayloads]?: Listener<K> };

const listenersByName = new Map<keyof EventPayloads, Set<Listener<never>>>();

/** Subscribes for the life of the process; the same function is called once. */
export function subscribe(listeners: DomainEventListeners): void {
  for (const [name, listener] of Object.entries(listeners) as [keyof EventPayloads, Listener<never>][]) {
    listenersByName.set(name, (listenersByName.get(name) ?? new Set()).add(listener));
  }
}

/** Calls the listeners of higher modules one after another; the first that throws stops everything. */
export async function publish<K extends keyof EventPayloads>(
  context: ContextOf<K>,
  name: K,
  news: EventPayloads[K],
): Promise<void> {
  for (const listener of listenersByName.get(name) ?? []) await (listener as Listener<K>)(context, news);
}
