/** Starts of a day that suit a wish to play: those that there are, those that are free, and those that the asker may book. */
import type { TimeSpan } from "#contract/hours-rules.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findRulesOfMember } from "#server/members/roles.ts";
import {
  computeFieldDay,
  listOccupiedAround,
  listRememberedFields,
  loadFieldTerms,
  type FieldTerms,
} from "./free-starts.ts";
import type { OfferedField } from "./queries.ts";
import { toOffers } from "./read-slots.ts";
import { offerTotal, type SlotOffer } from "./slots-rules.ts";

type Context = Pick<Call, "db" | "organizationId" | "access" | "user" | "now" | "memory">;

export interface Wish {
  sportId: number | null;
  fieldId: string | null;
  facilityId: string | null;
  space: string | null;
  /** The first and the last start that suit. */
  firstStart: Date;
  lastStart: Date;
  /** Minutes, the one that is liked best first. */
  durations: readonly number[];
  /** Null: as few as the field asks for. */
  people: number | null;
}

export interface WishOffer extends SlotOffer {
  field: OfferedField;
  /** Epoch milliseconds. */
  end: number;
  /** For the people of the wish, in minor units. */
  total: number;
}

export interface WishOffers {
  /** If nothing were booked, and at any distance. */
  possible: WishOffer[];
  free: WishOffer[];
  /** Free, and within the horizon of the asker's roles. */
  inHorizon: WishOffer[];
  /** Those that the asker's quotas have room for. */
  bookable: WishOffer[];
  /** Minutes before the start until which the asker may book. */
  noticeMinutes: number;
}

const MINUTE_MS = 60_000;

/** The earliest first, then by the order of durations, the least time lost, the price and the name. */
const compareOffers =
  ({ durations }: Wish) =>
  (one: WishOffer, other: WishOffer) =>
    one.start - other.start ||
    durations.indexOf(one.duration) - durations.indexOf(other.duration) ||
    one.unsellable - other.unsellable ||
    one.total - other.total ||
    one.field.name.localeCompare(other.field.name, undefined, { numeric: true });

export async function listWishOffers(context: Context, wish: Wish): Promise<WishOffers> {
  const { now, access } = context;
  const { sportId, fieldId, facilityId, people } = wish;
  const filters = {
    facilityId: facilityId ?? undefined,
    fieldId: fieldId ?? undefined,
    sportId: sportId ?? undefined,
    people: people ?? undefined,
  };
  const fields = (await listRememberedFields(context, filters)).filter(
    (field) => wish.space === null || field.space === wish.space,
  );
  const dates = [...new Set(fields.map(({ timezone }) => localDateOf(timezone, wish.firstStart)))].toSorted();
  const [from, to] = [dates[0], dates.at(-1)];
  const { noticeMinutes } = await findRulesOfMember(context, access, from);
  if (from === undefined || to === undefined)
    return { possible: [], free: [], inHorizon: [], bookable: [], noticeMinutes: noticeMinutes ?? 0 };
  const terms = await loadFieldTerms(context, fields, { from, to }, { sportId: sportId ?? undefined });
  const ahead = { start: now.getTime() + Math.max(1, (noticeMinutes ?? 0) * MINUTE_MS), end: Infinity };
  const withoutQuotas: FieldTerms = { ...terms, quotas: undefined };
  const unbound: FieldTerms = { ...withoutQuotas, bookingWindowIn: () => ahead };
  const occupied = await listOccupiedAround(context, fields, from);
  const list = (of: FieldTerms, busyOf: (field: OfferedField) => readonly TimeSpan[]) =>
    fields
      .flatMap((field) => {
        const date = localDateOf(field.timezone, wish.firstStart);
        const busy = busyOf(field);
        return toOffers(field, computeFieldDay(field, date, of, busy), busy)
          .filter(({ start }) => start >= wish.firstStart.getTime() && start <= wish.lastStart.getTime())
          .filter(({ duration }) => wish.durations.includes(duration))
          .map((offer) => ({
            ...offer,
            field,
            end: offer.start + offer.duration * MINUTE_MS,
            total: offerTotal(offer, people ?? field.min_people_by_event),
          }));
      })
      .toSorted(compareOffers(wish));
  const busyOf = ({ id }: OfferedField) => occupied.get(id) ?? [];
  return {
    possible: list(unbound, () => []),
    free: list(unbound, busyOf),
    inHorizon: list(withoutQuotas, busyOf),
    bookable: list(terms, busyOf),
    noticeMinutes: noticeMinutes ?? 0,
  };
}
