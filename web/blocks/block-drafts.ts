/** Decisions about the bookings inside a block, as they are made in the browser. Pure. */
import type { BlockAction, BlockDecision, BlockedEvent } from "#contract/blocks.ts";

export interface BlockTarget {
  fieldId: string;
  startTime: string;
}
export interface BlockDraft {
  action: BlockAction;
  /** Undefined while no place is known. */
  target: BlockTarget | undefined;
  refund: "full" | "none";
}
export type BlockDrafts = Readonly<Record<string, BlockDraft>>;

export const toDraft = ({ suggestion }: BlockedEvent): BlockDraft => ({
  action: suggestion ? "move" : "keep",
  target: suggestion ? { fieldId: suggestion.fieldId, startTime: suggestion.startTime } : undefined,
  refund: "full",
});

export const getDraft = (drafts: BlockDrafts, event: BlockedEvent): BlockDraft => drafts[event.id] ?? toDraft(event);

/** The event's own place, to choose another from, where nothing is suggested. */
export const startOfTarget = ({ field, startTime }: BlockedEvent): BlockTarget => ({ fieldId: field.id, startTime });

/** With `move`, only those with a suggestion. */
export function decideAll(events: readonly BlockedEvent[], drafts: BlockDrafts, action: BlockAction): BlockDrafts {
  const concerned = action === "move" ? events.filter(({ suggestion }) => suggestion) : events;
  return {
    ...drafts,
    ...Object.fromEntries(
      concerned.map((event) => [
        event.id,
        { ...(action === "move" ? toDraft(event) : getDraft(drafts, event)), action },
      ]),
    ),
  };
}

export function toDecision(event: BlockedEvent, { action, target, refund }: BlockDraft): BlockDecision {
  return {
    ...{ eventId: event.id, action, seen: event.updated_at },
    ...(action === "move" && target),
    ...(action === "cancel" && event.paid > 0 && { refund }),
  };
}

export interface BlockSummary {
  moved: number;
  canceled: number;
  kept: number;
  /** Number of customers that a mail tells. */
  told: number;
  /** Cents by currency. */
  refunds: ReadonlyMap<string, number>;
}

export function summarize(events: readonly BlockedEvent[], drafts: BlockDrafts): BlockSummary {
  const refunds = new Map<string, number>();
  const counts = { keep: 0, move: 0, cancel: 0 };
  let told = 0;
  for (const event of events) {
    const { action, refund } = getDraft(drafts, event);
    counts[action] += 1;
    if (action !== "keep" && event.isTold) told += 1;
    if (action === "cancel" && refund === "full" && event.paid > 0)
      refunds.set(event.currency, (refunds.get(event.currency) ?? 0) + event.paid);
  }
  return { moved: counts.move, canceled: counts.cancel, kept: counts.keep, told, refunds };
}
