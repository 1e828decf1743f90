/** Colors, signs and names of events: hue shows type, payment or status; the border shows the status. */
import type { EventStatus } from "#contract/events.ts";
import type { PlanningEvent } from "#contract/planning.ts";
import { paymentStatusLabels, statusLabels, typeLabels } from "#web/events/labels.ts";
import type { DateFormats } from "#web/kit/format/date-formats.ts";
import type { Translate } from "#web/kit/format/translation.ts";

export type ColorBy = "type" | "payment" | "status";
export const colorByOptions: readonly ColorBy[] = ["type", "payment", "status"];

/** Tones for payment and status; see event-block.css. */
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

/** Attributes that event-block.css colors. */
export function colorAttributes({ kind, type, paymentStatus, status }: PlanningEvent, by: ColorBy) {
  if (kind === "block" || status === undefined) return { "data-type": "other", "data-tone": "gray" };
  if (by === "type") return { "data-type": type ?? "other" };
  return {
    "data-type": "other",
    "data-tone": by === "payment" ? paymentTones[paymentStatus ?? "none"] : statusTones[status],
  };
}

/** Signs repeat the type, because color may show something else and not everybody can tell colors apart. */
export const typeSigns = { training: "▲", game: "◆", free_play: "▼", other: "■" } as const;

interface LegendEntry {
  name: string;
  color: Record<string, string>;
  /** Repeats the color's meaning without color. */
  sign?: string;
  /** Status whose style is shown, see event-block.css. */
  isGone?: boolean;
}

/**
 * Meaning of the colours.
 * @param gone shown states of canceled and rejected events, mostly none
 */
export function buildLegend(by: ColorBy, t: Translate, gone: readonly EventStatus[]): LegendEntry[] {
  const tone = (name: string, value: string) => ({ name, color: { "data-type": "other", "data-tone": value } });
  if (by === "type") {
    const types = ["training", "game", "free_play", "other"] as const;
    return types.map((type) => ({ name: t(typeLabels[type]), sign: typeSigns[type], color: { "data-type": type } }));
  }
  if (by === "payment") {
    const states = ["paid", "partially_paid", "due", "refunded", "none"] as const;
    return states.map((status) => tone(t(paymentStatusLabels[status]), paymentTones[status]));
  }
  const statuses = ["approved", "pending", "completed"] as const;
  return [
    ...statuses.map((status) => tone(t(statusLabels[status]), statusTones[status])),
    ...gone.map((status) => ({ ...tone(t(statusLabels[status]), statusTones[status]), isGone: true })),
  ];
}

export const paymentSigns = {
  none: "",
  due: "○",
  partially_paid: "◐",
  paid: "●",
  partially_refunded: "↺",
  refunded: "↺",
} as const;

export const onSiteSign = "⌂";

/** Own name, or else the customer, or else "taken". */
export const eventTitle = (event: PlanningEvent, t: Translate): string =>
  event.name ?? event.creator ?? t("planning.booked");

/** Describes the event in one sentence for screen readers. */
export function describeEvent(
  event: PlanningEvent,
  field: string,
  { t, time }: { t: Translate; time: DateFormats["time"] },
): string {
  const { status, paymentStatus, creator, kind, type } = event;
  const said = t("planning.blockSaid", {
    name: eventTitle(event, t),
    field,
    start: time(event.startTime),
    end: time(event.endTime),
  });
  const more = [
    creator !== event.name && creator,
    type && kind !== "block" && t(typeLabels[type]),
    status && kind !== "block" && t(statusLabels[status]),
    // The planning says "unpaid" for payments that are due.
    paymentStatus === "due" && t(event.isOnSite ? "planning.unpaidOnSite" : "planning.unpaidSaid"),
    paymentStatus && paymentStatus !== "none" && paymentStatus !== "due" && t(paymentStatusLabels[paymentStatus]),
    event.isFirst && t("planning.firstBooking"),
  ];
  return [said, ...more].filter(Boolean).join(", ");
}
