import type { EventsTable } from "#server/kit/db/tables.ts";
import type { Selectable } from "kysely";

/** Field and customer by whose filter the activity finds an entry about the event. */
export const activityLinks = ({
  field_id,
  customer_id,
}: Pick<Selectable<EventsTable>, "field_id" | "customer_id">) => ({
  fieldId: field_id,
  customerId: customer_id,
});
