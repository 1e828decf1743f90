/** Maps an event to its columns. `book.ts` and `change.ts` compute the price. */
import { Event, EventDraft } from "#contract/events.ts";
import type { BookingCustomer } from "#server/customers/booking-customer.ts";
import { columnMap, noColumn, writeOnlyColumn } from "#server/kit/db/column-map.ts";
import type { MessageKey } from "#messages/keys.ts";

const kindLabels = { event: "events.kindEvent", block: "events.kindBlock" } as const;
const confidentialityLabels = { public: "fields.public", private: "fields.private" } as const;
export const typeLabels = {
  training: "events.typeTraining",
  game: "events.typeGame",
  free_play: "events.typeFreePlay",
  other: "events.typeOther",
} as const satisfies Record<Event["type"], MessageKey>;
const charged = "what is charged, with its lines: availability/selling.ts";

export const eventColumnMap = columnMap(
  { table: "events", draft: EventDraft, entity: Event },
  {
    fieldId: "field_id",
    startTime: {
      column: "start_time",
      write: (startTime: string) => new Date(startTime),
      read: (stored: Date) => stored.toISOString(),
    },
    duration: noColumn("end_time"),
    name: { column: "name", label: "events.name" },
    type: { column: "type", label: "events.type", values: typeLabels },
    kind: { column: "kind", label: "events.kind", values: kindLabels },
    confidentiality: { column: "confidentiality", label: "events.confidentiality", values: confidentialityLabels },
    sportId: writeOnlyColumn("sport_id", "the event shows its `sport`"),
    minPeople: { column: "min_people", label: "events.minPeople" },
    maxPeople: { column: "max_people", label: "events.maxPeople" },
    people: { column: "people", label: "events.people" },
    priceType: noColumn(charged),
    price: noColumn(charged),
    priceReason: noColumn(charged),
    customer: noColumn("customer_id and user_id: customers/booking-customer.ts"),
    description: { column: "description", label: "events.description" },
    notes: { column: "notes", label: "events.notes" },
    internalNotes: { column: "internal_notes", label: "events.internalNotes" },
    override: writeOnlyColumn("override", "only the rules ask whether the event lies outside of the hours"),
    packId: noColumn("pack_uses: packs/use.ts"),
    promoCode: noColumn("promo_uses: promo-codes/use.ts"),
    extras: noColumn("event_extras: extras/lines.ts"),
    payment: writeOnlyColumn("payment", "the event shows its `paymentStatus`"),
  },
);

/** Columns of the customer, and of their account, by which people find their own events in all organizations. */
export const customerToRow = (customer: BookingCustomer | null) => ({
  customer_id: customer?.customerId ?? null,
  user_id: customer?.userId ?? null,
});
