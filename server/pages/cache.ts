/**
 * Keeps rendered pages in memory (cache): for 15 seconds each, or until something changes in their organization, bookings
 * included. Whoever waits for a page that is being computed gets the same one.
 */
import { createMinuteCounter } from "#server/kit/http/minute-counter.ts";
import type { ChangeBatch, LiveChanges } from "#server/kit/notify/live-changes.ts";
import type { Clock } from "#server/kit/process/clock.ts";

export interface ComputedPage<Page> {
  page: Page;
  organizationId: string;
  bytes: number;
}

interface Entry<Page> {
  /** Undefined once it is computed. */
  pending: Promise<Page | undefined> | undefined;
  computed: ComputedPage<Page> | undefined;
  until: number;
  /** Something has changed since it was computed. */
  isStale: boolean;
  /** Organizations that changed while it was being computed; undefined: all. */
  changed: Set<string> | undefined;
}

export interface PageCacheLimits {
  maxBytes: number;
  /** Milliseconds. */
  keptFor: number;
  /** Pages of an organization that are computed within a minute; above it, it is busy: kept ones are shown although they are stale. */
  computedPerMinute: number;
}

const DEFAULT_LIMITS: PageCacheLimits = { maxBytes: 64_000_000, keptFor: 15_000, computedPerMinute: 3000 };

type Compute<Page> = () => Promise<ComputedPage<Page> | undefined>;

export interface PageCache<Page> {
  /**
   * @param key of all that the page depends on, but for what the database holds
   * @param compute answers undefined for what is not there, which is not kept
   * @param beforeComputing may refuse by throwing
   */
  read(key: string, compute: Compute<Page>, beforeComputing?: () => void): Promise<Page | undefined>;
  isBusy(organizationId: string): boolean;
}

export function createPageCache<Page>(
  { live, clock }: { live: LiveChanges; clock: Clock },
  limits: PageCacheLimits = DEFAULT_LIMITS,
): PageCache<Page> {
  const entries = new Map<string, Entry<Page>>();
  const time = () => clock.now().getTime();
  const computedCounter = createMinuteCounter(time);
  const isBusy = (organizationId: string) => computedCounter.read(organizationId) >= limits.computedPerMinute;
  let bytes = 0;
  let subscribed: Promise<() => void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function remove(key: string): void {
    bytes -= entries.get(key)?.computed?.bytes ?? 0;
    entries.delete(key);
  }

  function noteChanges({ changes }: ChangeBatch): void {
    const changed = changes && new Set(changes.map(({ organizationId }) => organizationId));
    for (const entry of entries.values()) {
      if (!changed) entry.changed = undefined;
      else for (const organizationId of changed) entry.changed?.add(organizationId);
      if (entry.computed && (!changed || changed.has(entry.computed.organizationId))) entry.isStale = true;
    }
  }

  /** Without listening, nothing may be kept: the changes would be missed. */
  async function isListening(): Promise<boolean> {
    clearTimeout(timer);
    // Nobody asks the database for changes while there are no visitors.
    timer = setTimeout(() => void stopListening(), 2 * limits.keptFor).unref();
    subscribed ??= live.subscribe(noteChanges, () => {
      subscribed = undefined;
      entries.clear();
      bytes = 0;
    });
    const attempt = subscribed;
    try {
      await attempt;
      return subscribed === attempt;
    } catch {
      if (subscribed === attempt) subscribed = undefined;
      return false;
    }
  }

  async function stopListening(): Promise<void> {
    const leave = subscribed;
    subscribed = undefined;
    entries.clear();
    bytes = 0;
    (await leave?.catch(() => undefined))?.();
  }

  function makeRoom(): void {
    for (const [key, { pending }] of entries) {
      if (bytes <= limits.maxBytes) return;
      if (!pending) remove(key);
    }
  }

  async function work(entry: Entry<Page>, key: string, compute: Compute<Page>): Promise<Page | undefined> {
    try {
      const mayKeep = await isListening();
      const computed = await compute();
      if (computed) computedCounter.add(computed.organizationId);
      if (entries.get(key) !== entry) return computed?.page;
      if (!computed || !mayKeep) entries.delete(key);
      else {
        Object.assign(entry, { computed, until: time() + limits.keptFor });
        entry.isStale = !entry.changed || entry.changed.has(computed.organizationId);
        bytes += computed.bytes;
        makeRoom();
      }
      return computed?.page;
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key);
      throw error;
    } finally {
      entry.pending = undefined;
    }
  }

  return {
    isBusy,
    async read(key, compute, beforeComputing) {
      const kept = entries.get(key);
      if (kept?.pending) return kept.pending;
      const { computed } = kept ?? {};
      if (computed && kept && !kept.isStale && time() < kept.until) return computed.page;
      if (computed && isBusy(computed.organizationId)) return computed.page;
      beforeComputing?.();
      remove(key);
      const entry: Entry<Page> = {
        ...{ pending: undefined, computed: undefined, until: 0, isStale: false },
        changed: new Set<string>(),
      };
      // Others who ask meanwhile wait for it.
      entries.set(key, entry);
      entry.pending = work(entry, key, compute);
      return entry.pending;
    },
  };
}
