/** Pays a booking with a pack, and gives units back: the rows of the customer and of the pack are held. */
import { sql } from "kysely";
import type { Cancellation } from "#contract/events.ts";
import { coveredAfter, GRACE_DAYS, lastDayFrom } from "#contract/packs-rules.ts";
import { insertPackSettlement, sumPackSettlements } from "#server/charges/update-charges.ts";
import { findCategoriesAt } from "#server/customers/booking-customer.ts";
import { lockCustomer } from "#server/customers/queries.ts";
import { updateCovered } from "#server/events/occupancy.ts";
import type { Database } from "#server/kit/db/database.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import type { Language } from "#messages/translator.ts";
import { findPackRefusal, neededUnits, type PaidBooking } from "./find-refusal.ts";
import { findTermsOfPack, leftOf, termsOf } from "./queries.ts";
import { lockPackRow, type PackRow } from "./with-names.ts";

export type PaidEvent = Awaited<ReturnType<typeof findPaidEvent>>;

/** A booking as far as packs need it. */
export const findPaidEvent = (db: Database, organizationId: string, eventId: string) =>
  db
    .selectFrom("events")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["events.id", "events.name", "events.customer_id", "events.field_id", "events.sport_id"])
    .select(["events.start_time", "events.end_time", "events.people", "events.status", "events.pending_reason"])
    .select(["events.price", "events.shared", "events.paid", "events.refunded", "events.covered", "events.payment"])
    .select("events.kind")
    .select("events.is_written_off")
    .select(["events.refund_percent", "events.ended_at", "facilities.timezone"])
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .executeTakeFirstOrThrow();

export const toPaidBooking = (event: PaidEvent): PaidBooking => ({
  ...{ eventId: event.id, fieldId: event.field_id, sportId: event.sport_id, timezone: event.timezone },
  ...{ start: event.start_time, end: event.end_time, people: event.people ?? 1 },
});

/** Locks the pack after its customer. @throws HttpError 422 on `packId` for one of somebody else */
async function lockPack(
  { db, organizationId }: Pick<TenantContext, "db" | "organizationId">,
  id: string,
  customerId: string | null,
): Promise<PackRow> {
  const unknown = () => invalidFields({ packId: [message("packs.unknown")] });
  if (customerId === null) throw unknown();
  await lockCustomer(db, organizationId, customerId, unknown);
  const pack = await lockPackRow(db, organizationId, id, unknown);
  if (pack.customer_id !== customerId) throw unknown();
  return pack;
}

const refused = (refusal: LocalizedMessage) => new HttpError(409, refusal, { errors: { packId: [refusal] } });

/** Counts the units of a pack from its uses, here and elsewhere before. A pack that begins with its first use begins anew once all came back. */
async function recountUnits(context: TenantContext, pack: PackRow, firstDay: string): Promise<void> {
  const { db, now, organizationId } = context;
  const terms = termsOf(pack);
  const { taken } = await db
    .selectFrom("pack_uses")
    .select(sql<number>`coalesce(sum(units - given_back), 0)::int`.as("taken"))
    .where("organization_id", "=", organizationId)
    .where("pack_id", "=", pack.id)
    .executeTakeFirstOrThrow();
  const used = pack.used_before + taken;
  const begins = terms.starts === "first_use" && pack.starts_on === null && used > 0;
  const endsAgain = terms.starts === "first_use" && pack.starts_on !== null && used === 0;
  const isOwnEnd = pack.starts_on === null || pack.expires_on === lastDayFrom(terms, pack.starts_on);
  await db
    .updateTable("packs")
    .set({
      units_used: used,
      updated_at: now,
      ...(begins && { starts_on: firstDay, expires_on: pack.expires_on ?? lastDayFrom(terms, firstDay) }),
      // An end that the team has set stays.
      ...(endsAgain && { starts_on: null, ...(isOwnEnd && { expires_on: terms.validUntil }) }),
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", pack.id)
    .execute();
  await publish(context, "packs.changed", { packId: pack.id });
}

const earlier = (one: string, other: string): string => (one < other ? one : other);
const firstDayOf = (pack: PackRow, { start, timezone }: PaidBooking, now: Date): string =>
  earlier(localDateOf(timezone, start), localDateOf(pack.timezone, now));

/**
 * Takes the units of a booking from a pack. The caller has locked the booking, and says what it settles.
 * @returns the id of the use
 * @throws HttpError 409 with what refuses it, 422 for a pack of somebody else
 */
export async function takeUnits(
  context: TenantContext,
  event: PaidEvent,
  { packId, isTeam, language }: { packId: string; isTeam: boolean; language: Language },
): Promise<string> {
  const { db, now, organizationId } = context;
  const pack = await lockPack(context, packId, event.customer_id);
  const booking = toPaidBooking(event);
  const roleIds = await findCategoriesAt(context, pack.customer_id, booking);
  const refusal = await findPackRefusal({ ...context, language }, pack, {
    booking,
    holder: { roleIds, isTeam },
  });
  if (refusal) throw refused(refusal);
  const id = uuidv7(now);
  const made = { given_back: 0, active: true, created_at: now, updated_at: now };
  const row = { pack_id: pack.id, event_id: event.id, units: neededUnits(pack, booking), ...made };
  await db
    .insertInto("pack_uses")
    .values({ organization_id: organizationId, id, ...row })
    .execute();
  await recountUnits(context, pack, firstDayOf(pack, booking, now));
  return id;
}

type UseRow = NonNullable<Awaited<ReturnType<typeof findActiveUse>>>;

/** The use that pays a booking. */
export const findActiveUse = ({ db, organizationId }: Pick<TenantContext, "db" | "organizationId">, eventId: string) =>
  db
    .selectFrom("pack_uses")
    .innerJoin("packs", (join) =>
      join.onRef("packs.organization_id", "=", "pack_uses.organization_id").onRef("packs.id", "=", "pack_uses.pack_id"),
    )
    .select(["pack_uses.id", "pack_uses.pack_id", "pack_uses.units", "packs.customer_id"])
    .where("pack_uses.organization_id", "=", organizationId)
    .where("pack_uses.event_id", "=", eventId)
    .where("pack_uses.active", "=", true)
    .executeTakeFirst();

/** Describes the pack that pays a booking, for its cancellation. */
export async function describeUse(
  context: Pick<TenantContext, "db" | "organizationId">,
  eventId: string,
): Promise<Cancellation["pack"]> {
  const use = await findActiveUse(context, eventId);
  if (!use) return null;
  const { name, unit } = await findTermsOfPack(context, use.pack_id);
  return { name, unit, units: use.units };
}

/** Makes the settlements of a use say what it settles now. The charge of the booking is there by then. */
export async function updateSettlement(
  context: TenantContext,
  event: Pick<PaidEvent, "id">,
  use: Pick<UseRow, "id">,
  covered: number,
): Promise<void> {
  const settled = await sumPackSettlements(context, use.id);
  await insertPackSettlement(context, { eventId: event.id, packUseId: use.id, amount: covered - settled });
}

/**
 * Ends a use: it pays the booking no more, or what is kept of it where the booking has ended. The caller has locked the
 * booking. Units that come back to an expired pack can be used for some days.
 */
export async function endUse(
  context: TenantContext,
  event: PaidEvent,
  use: UseRow,
  { givenBack, at }: { givenBack: number; at: Date },
): Promise<void> {
  const { db, now, organizationId } = context;
  const pack = await lockPack(context, use.pack_id, use.customer_id);
  await db
    .updateTable("pack_uses")
    .set({ active: false, given_back: givenBack, given_back_at: at, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", use.id)
    .execute();
  await recountUnits(context, pack, firstDayOf(pack, toPaidBooking(event), now));
  const today = localDateOf(pack.timezone, now);
  if (givenBack > 0 && pack.expires_on !== null && pack.expires_on < today)
    await db
      .updateTable("packs")
      .set({ expires_on: addDays(today, GRACE_DAYS) })
      .where("organization_id", "=", organizationId)
      .where("id", "=", pack.id)
      .execute();
  const covered = event.covered === 0 ? 0 : coveredAfter(event.price, { units: use.units, givenBack });
  if (covered !== event.covered) await updateCovered(context, event, covered);
  await updateSettlement(context, event, use, covered);
}

/**
 * Follows a booking that has moved, or costs something else. The caller has locked the booking.
 * @param language of whoever moved it; undefined if it is where it was
 * @throws HttpError 409 where the pack does not pay it as it is now
 */
export async function followMove(
  context: TenantContext,
  event: PaidEvent,
  use: UseRow,
  language: Language | undefined,
): Promise<void> {
  const { db, now, organizationId } = context;
  if (event.customer_id !== use.customer_id) {
    const refusal = message("packs.otherCustomer");
    throw new HttpError(409, refusal, { errors: { customer: [refusal] } });
  }
  // It costs nothing any more.
  if (event.covered === 0) return endUse(context, event, use, { givenBack: use.units, at: now });
  if (language) {
    const pack = await lockPack(context, use.pack_id, use.customer_id);
    const booking = toPaidBooking(event);
    const roleIds = await findCategoriesAt(context, pack.customer_id, booking);
    // It was used already, by whoever may use it.
    const holder = { roleIds, isTeam: true };
    const refusal = await findPackRefusal({ ...context, language }, pack, { booking, holder, held: use.units });
    if (refusal) throw new HttpError(409, refusal, { errors: { startTime: [refusal] } });
    await db
      .updateTable("pack_uses")
      .set({ units: neededUnits(pack, booking), updated_at: now })
      .where("organization_id", "=", organizationId)
      .where("id", "=", use.id)
      .execute();
    await recountUnits(context, pack, firstDayOf(pack, booking, now));
  }
  await updateSettlement(context, event, use, event.covered);
}

/**
 * Takes the units again that came back when the booking ended, or was made free.
 * @param isNeeded otherwise the booking is due where they were used meanwhile
 * @throws HttpError 409 where they were used meanwhile
 */
export async function retakeUnits(
  context: TenantContext,
  event: PaidEvent,
  endedAt: Date,
  { isNeeded = true }: { isNeeded?: boolean } = {},
): Promise<void> {
  const { db, now, organizationId } = context;
  const use = await db
    .selectFrom("pack_uses")
    .innerJoin("packs", (join) =>
      join.onRef("packs.organization_id", "=", "pack_uses.organization_id").onRef("packs.id", "=", "pack_uses.pack_id"),
    )
    .select(["pack_uses.id", "pack_uses.pack_id", "pack_uses.units", "pack_uses.given_back", "pack_uses.created_at"])
    .select("packs.customer_id")
    .where("pack_uses.organization_id", "=", organizationId)
    .where("pack_uses.event_id", "=", event.id)
    .where("pack_uses.active", "=", false)
    .where("pack_uses.given_back_at", "=", endedAt)
    .executeTakeFirst();
  if (!use || (!isNeeded && use.customer_id !== event.customer_id)) return;
  const pack = await lockPack(context, use.pack_id, event.customer_id);
  const left = leftOf(pack);
  if (use.given_back > left) {
    if (!isNeeded) return;
    throw refused(message("packs.notEnough", { left, needed: use.given_back }));
  }
  await db
    .updateTable("pack_uses")
    .set({ active: true, given_back: 0, given_back_at: null, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", use.id)
    .execute();
  // The pack begins again when it had begun.
  await recountUnits(context, pack, firstDayOf(pack, toPaidBooking(event), use.created_at));
  await updateCovered(context, event, event.price);
  await updateSettlement(context, event, use, event.price);
}
