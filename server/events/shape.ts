/** From rows to what a reader may see of an event. */
import { sql, type SelectQueryBuilder } from "kysely";
import type { Event } from "#contract/events.ts";
import type { Tables } from "#server/kit/tables.ts";
import { sportName } from "#server/sports/queries.ts";
import type { Language } from "#words/words.ts";

export interface Reader {
  userId: string;
  isTeam: boolean;
  language: Language;
}

// oxlint-disable-next-line typescript/no-empty-object-type -- nothing is selected yet
export type Events = SelectQueryBuilder<Tables, "events", {}>;

const fullName = (alias: string) =>
  sql<string | null>`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;

/** Events with the names of everything they point at. Each join is a look-up by key, so the order and limit of `events` stay cheap. */
export const withNames = (events: Events, language: Language) =>
  events
    .innerJoin("organizations", "organizations.id", "events.organization_id")
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .leftJoin("sports", "sports.id", "events.sport_id")
    .leftJoin("users as creator", "creator.id", "events.creator_id")
    .leftJoin("users as customer", "customer.id", "events.customer_id")
    .selectAll("events")
    .select(["organizations.name as organization_name", "facilities.name as facility_name", "facilities.timezone"])
    .select(["fields.name as field_name", sportName(language).as("sport_name")])
    .select([fullName("creator").as("creator_full_name"), fullName("customer").as("customer_full_name")])
    .select("customer.phone as customer_own_phone");
type Row = Awaited<ReturnType<ReturnType<typeof withNames>["executeTakeFirstOrThrow"]>>;

/** The local date of an instant. */
export const dateIn = (timezone: string, instant: Date): string =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString();

const creatorOf = (row: Row): Event["creator"] =>
  row.creator_id
    ? { type: "user", id: row.creator_id, full_name: row.creator_full_name ?? "" }
    : { type: "organization", id: row.organization_id, name: row.organization_name };

function customerOf(row: Row): Event["customer"] {
  if (row.customer_id)
    return { userId: row.customer_id, name: row.customer_full_name ?? "", phone: row.customer_own_phone };
  return row.customer_name === null ? null : { userId: null, name: row.customer_name, phone: row.customer_phone };
}

/** What passes between a customer and the team: other members see the event without it. */
const between = (row: Row) => ({
  customer: customerOf(row),
  notes: row.notes,
  canceledReason: row.canceled_reason,
  holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
  paymentStatus: row.payment_status as Event["paymentStatus"],
});
const nothingBetween = {
  customer: null,
  notes: null,
  canceledReason: null,
  holdExpiresAt: null,
  paymentStatus: "none",
} as const;

export const shape = (row: Row, reader: Reader): Event => ({
  id: row.id,
  kind: row.kind as Event["kind"],
  name: row.name,
  description: row.description,
  status: row.status as Event["status"],
  pendingReason: row.pending_reason as Event["pendingReason"],
  confidentiality: row.confidentiality as Event["confidentiality"],
  type: row.type as Event["type"],
  organizationId: row.organization_id,
  facilityId: row.facility_id,
  fieldId: row.field_id,
  organization: { id: row.organization_id, name: row.organization_name },
  facility: { id: row.facility_id, name: row.facility_name },
  field: { id: row.field_id, name: row.field_name },
  sport: row.sport_id === null ? null : { id: row.sport_id, name: row.sport_name },
  creator: creatorOf(row),
  minPeople: row.min_people,
  maxPeople: row.max_people,
  people: row.people,
  startTime: row.start_time.toISOString(),
  endTime: row.end_time.toISOString(),
  duration: (row.end_time.getTime() - row.start_time.getTime()) / 60_000,
  date: dateIn(row.timezone, row.start_time),
  timezone: row.timezone,
  price: row.price,
  currency: row.currency,
  priceType: row.price_type as Event["priceType"],
  priceLines: row.price_lines as Event["priceLines"],
  priceCustomized: row.price_customized_by !== null,
  ...(reader.isTeam || row.customer_id === reader.userId ? between(row) : nothingBetween),
  internalNotes: reader.isTeam ? row.internal_notes : null,
  seriesId: row.series_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
