/** Bookings as far as extras need them, and what extras cost with them. */
import type { Selectable } from "kysely";
import type { Extra } from "#contract/extras.ts";
import { priceExtra, type ExtraPrice, type Span } from "#contract/extras-rules.ts";
import type { WindowHours } from "#contract/time-windows-minutes-rules.ts";
import { findCategoriesAt } from "#server/customers/booking-customer.ts";
import type { Database } from "#server/kit/db/database.ts";
import { remember, type MemoryContext } from "#server/kit/db/revision-cache.ts";
import type { EventsTable } from "#server/kit/db/tables.ts";
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { listTimeWindows } from "#server/time-windows/queries.ts";
import { countExtras, listExtras } from "./queries.ts";

/** A place and a time, and for how many. */
export interface ExtraPlace {
  fieldId: string;
  facilityId: string;
  sportId: number | null;
  span: Span;
  people: number;
  timezone: string;
  /** Categories of the customer. */
  roleIds: readonly number[];
}

export type BookedEventRow = Selectable<EventsTable> & { timezone: string };

/** @throws HttpError 404 */
export const findBookedEvent = (db: Database, organizationId: string, eventId: string): Promise<BookedEventRow> =>
  db
    .selectFrom("events")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .selectAll("events")
    .select("facilities.timezone")
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .executeTakeFirstOrThrow(notFound);

/** Locks the booking until the transaction ends. */
export async function lockBookedEvent(db: Database, organizationId: string, eventId: string): Promise<BookedEventRow> {
  await db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("id", "=", eventId)
    .forUpdate()
    .execute();
  return findBookedEvent(db, organizationId, eventId);
}

export const findCategories = (
  context: Pick<TenantContext, "db" | "now" | "organizationId">,
  { customer_id, start_time: start, timezone }: BookedEventRow,
): Promise<number[]> => findCategoriesAt(context, customer_id, { start, timezone });

export const toPlace = (event: BookedEventRow, roleIds: readonly number[]): ExtraPlace => ({
  ...{ fieldId: event.field_id, facilityId: event.facility_id, sportId: event.sport_id, timezone: event.timezone },
  ...{ people: event.people ?? 1, roleIds },
  span: { start: event.start_time.getTime(), end: event.end_time.getTime() },
});

interface Catalogue {
  extras: Extra[];
  windows: ({ id: string } & WindowHours)[];
}

/** Extras that are offered, with the hours of time windows: they seldom change. */
export const readCatalogue = (context: MemoryContext): Promise<Catalogue> =>
  remember(context, ["extras.catalogue"], async () => {
    const extras = (await listExtras(context)).filter(({ active }) => active);
    const windows = extras.length === 0 ? [] : await listTimeWindows(context.db, context.organizationId);
    return {
      extras,
      windows: windows.map(({ id, weekdays, start, end, fromDate, toDate }) => ({
        ...{ id, weekdays, start, end, fromDate, toDate },
      })),
    };
  });

/** Whether the organization has had extras at any time. */
export const hasExtras = (context: MemoryContext): Promise<boolean> =>
  remember(context, ["extras.any"], async () => (await countExtras(context)) > 0);

export interface PlacedExtra {
  extra: Extra;
  price: ExtraPrice;
}

const holdsFor = ({ fieldIds, sportIds, stocks }: Extra, { fieldId, facilityId, sportId }: ExtraPlace): boolean =>
  stocks.some((stock) => stock.facilityId === facilityId) &&
  (fieldIds.length === 0 || fieldIds.includes(fieldId)) &&
  (sportIds.length === 0 || (sportId !== null && sportIds.includes(sportId)));

/** @returns undefined where it is not offered, or its windows do not touch the booking */
export function placeExtra(
  { windows }: Catalogue,
  extra: Extra,
  place: ExtraPlace,
  quantity: number,
): PlacedExtra | undefined {
  if (!holdsFor(extra, place)) return undefined;
  const price = priceExtra(extra, {
    ...{ span: place.span, people: place.people, quantity, roleIds: place.roleIds, timezone: place.timezone },
    windows: windows.filter(({ id }) => extra.windowIds.includes(id)),
  });
  return price ? { extra, price } : undefined;
}

/** Extras that each booking there has. */
export const listAutomatic = (catalogue: Catalogue, place: ExtraPlace): PlacedExtra[] =>
  catalogue.extras
    .filter(({ mode }) => mode !== "choice")
    .flatMap((extra) => placeExtra(catalogue, extra, place, 1) ?? []);
