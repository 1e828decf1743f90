/** How an event looks and what it is called: hue says its type (or payment, or status), form says its status. */
import type { EventStatus } from "#contract/events.ts";
import type { PlanningEvent } from "#contract/planning.ts";
import { paymentLabels, statusLabels, typeLabels } from "#web/events/labels.ts";
import type { Dates } from "#web/kit/dates.ts";
import type { Translate } from "#web/kit/words.ts";

export type Coloring = "type" | "payment" | "status";
export const colorings: readonly Coloring[] = ["type", "payment", "status"];

/** The tones that stand for a type's hues where colours say something else; see planner.css. */
const paymentTones: Record<NonNullable<PlanningEvent["paymentStatus"]>, string> = {
  none: "gray",
  due: "rose",
  partially_paid: "amber",
  paid: "green",
  partially_refunded: "blue",
  refunded: "blue",
};
const statusTones: Record<NonNullable<PlanningEvent["status"]>, string> = {
  pending: "rose",
  approved: "green",
  completed: "gray",
  rejected: "rose",
  canceled: "rose",
};

/** Its colour, as attributes. */
export function colorOf({ kind, type, paymentStatus, status }: PlanningEvent, by: Coloring) {
  if (kind === "block" || status === undefined) return { "data-type": "other", "data-tone": "gray" };
  if (by === "type") return { "data-type": type ?? "other" };
  return {
    "data-type": "other",
    "data-tone": by === "payment" ? paymentTones[paymentStatus ?? "none"] : statusTones[status],
  };
}

/** Of which type it is, as a sign: colors may say something else, and not everybody tells them apart. */
export const typeSigns = { training: "▲", game: "◆", free_play: "▼", other: "■" } as const;

interface Meant {
  name: string;
  color: Record<string, string>;
  /** What says the same where colors are not told apart. */
  sign?: string;
  /** Drawn as such, see planner.css. */
  isGone?: boolean;
}

/**
 * What the colours mean.
 * @param gone what of canceled and rejected is shown: mostly nothing
 */
export function legendOf(by: Coloring, t: Translate, gone: readonly EventStatus[]): Meant[] {
  const tone = (name: string, value: string) => ({ name, color: { "data-type": "other", "data-tone": value } });
  if (by === "type") {
    const types = ["training", "game", "free_play", "other"] as const;
    return types.map((type) => ({ name: t(typeLabels[type]), sign: typeSigns[type], color: { "data-type": type } }));
  }
  if (by === "payment") {
    const states = ["paid", "partially_paid", "due", "refunded", "none"] as const;
    return states.map((status) => tone(t(paymentLabels[status]), paymentTones[status]));
  }
  const statuses = ["approved", "pending", "completed"] as const;
  return [
    ...statuses.map((status) => tone(t(statusLabels[status]), statusTones[status])),
    ...gone.map((status) => ({ ...tone(t(statusLabels[status]), statusTones[status]), isGone: true })),
  ];
}

/** How far it is paid, as a sign. */
export const marks = {
  none: "",
  due: "○",
  partially_paid: "◐",
  paid: "●",
  partially_refunded: "↺",
  refunded: "↺",
} as const;

/** The same of what is paid at the desk. */
export const onSiteMark = "⌂";

/** What it is called: by its own name, else who comes, else that the time is taken. */
export const titleOf = (event: PlanningEvent, t: Translate): string =>
  event.name ?? event.creator ?? t("planning.booked");

/** Everything about it in one sentence, for those who listen. */
export function describe(
  event: PlanningEvent,
  field: string,
  { t, time }: { t: Translate; time: Dates["time"] },
): string {
  const { status, paymentStatus, creator, kind, type } = event;
  const said = t("planning.blockSaid", {
    name: titleOf(event, t),
    field,
    start: time(event.startTime),
    end: time(event.endTime),
  });
  const more = [
    creator !== event.name && creator,
    type && kind !== "block" && t(typeLabels[type]),
    status && kind !== "block" && t(statusLabels[status]),
    // To be paid is what those who plan call unpaid.
    paymentStatus === "due" && t(event.isOnSite ? "planning.unpaidOnSite" : "planning.unpaidSaid"),
    paymentStatus && paymentStatus !== "none" && paymentStatus !== "due" && t(paymentLabels[paymentStatus]),
    event.isFirst && t("planning.firstBooking"),
  ];
  return [said, ...more].filter(Boolean).join(", ");
}
