/** Colors of events on the planning, with their signs and legend: the hue shows type, payment or status, the border the status. */
import type { EventStatus } from "#contract/events.ts";
import type { PlanningEvent } from "#contract/planning.ts";
import { paymentStatusLabels, statusLabels, typeLabels } from "#web/events/labels.ts";
import type { Translate } from "#web/kit/format/translation.ts";

export type ColorBy = "type" | "payment" | "status";
export const colorByOptions: readonly ColorBy[] = ["type", "payment", "status"];

const paymentTones: Record<NonNullable<PlanningEvent["paymentStatus"]>, string> = {
  none: "gray",
  due: "rose",
  partially_paid: "amber",
  paid: "green",
  partially_refunded: "blue",
  refunded: "blue",
  written_off: "gray",
};
const statusTones: Record<NonNullable<PlanningEvent["status"]>, string> = {
  pending: "rose",
  approved: "green",
  completed: "gray",
  rejected: "rose",
  canceled: "rose",
};

export function colorAttributes({ kind, type, paymentStatus, status }: PlanningEvent, by: ColorBy) {
  if (kind === "block" || status === undefined) return { "data-type": "other", "data-tone": "gray" };
  if (by === "type") return { "data-type": type ?? "other" };
  return {
    "data-type": "other",
    "data-tone": by === "payment" ? paymentTones[paymentStatus ?? "none"] : statusTones[status],
  };
}

/** Signs repeat the type, because color may show something else, and not everybody can tell colors apart. */
export const typeSigns = { training: "▲", game: "◆", free_play: "▼", other: "■" } as const;

interface LegendEntry {
  name: string;
  color: Record<string, string>;
  sign?: string;
  isGone?: boolean;
}

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
  written_off: "",
} as const;

export const onSiteSign = "⌂";
