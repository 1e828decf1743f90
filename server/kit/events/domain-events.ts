/**
 * Domain events (event bus): a module publishes, higher modules subscribe. Listeners run in the same transaction and veto
 * by throwing.
 */
import type { Call } from "#server/kit/http/serve-module.ts";

/** Events of requests by name. Modules add theirs with `declare module`. */
// oxlint-disable-next-line no-empty-interface -- modules fill it by declaration merging
export interface DomainEvents {}

/** Events of jobs by name; they have no user. */
// oxlint-disable-next-line no-empty-interface -- modules fill it by declaration merging
export interface JobEvents {}

export type RequestContext = Pick<
  Call,
  | "db"
  | "appContext"
  | "user"
  | "now"
  | "organizationId"
  | "access"
  | "language"
  | "t"
  | "address"
  | "request"
  | "memory"
>;
/** Context of a job, for one organization. `db` is the open transaction unless the event says otherwise. */
export type TenantContext = Pick<RequestContext, "db" | "appContext" | "now" | "organizationId" | "memory">;

type EventPayloads = DomainEvents & JobEvents;
type ContextOf<K extends keyof EventPayloads> = K extends keyof DomainEvents ? RequestContext : TenantContext;
type Listener<K extends keyof EventPayloads> = (context: ContextOf<K>, news: EventPayloads[K]) => Promise<void>;
export type DomainEventListeners = { [K in keyof EventPayloads]?: Listener<K> };

const listenersByName = new Map<keyof EventPayloads, Set<Listener<never>>>();

/** Subscribes for the life of the process. Subscribing the same function twice has no effect. */
export function subscribe(listeners: DomainEventListeners): void {
  for (const [name, listener] of Object.entries(listeners) as [keyof EventPayloads, Listener<never>][]) {
    listenersByName.set(name, (listenersByName.get(name) ?? new Set()).add(listener));
  }
}

/** Calls listeners one after another; the first that throws stops the others. */
export async function publish<K extends keyof EventPayloads>(
  context: ContextOf<K>,
  name: K,
  payload: EventPayloads[K],
): Promise<void> {
  for (const listener of listenersByName.get(name) ?? []) await (listener as Listener<K>)(context, payload);
}
