/** Remembers the last booking choices in this browser, as defaults for the next booking. */
import { storageKeys } from "#contract/personal-data.ts";
import * as z from "zod/mini";
import { eventTypes } from "#contract/events.ts";

const createSchema = () =>
  z.object({
    facilityId: z.optional(z.uuid()),
    sportId: z.optional(z.int()),
    duration: z.optional(z.int()),
    type: z.optional(z.enum(eventTypes)),
  });
type LastChoiceSchema = ReturnType<typeof createSchema>;
export type LastChoice = z.infer<LastChoiceSchema>;

let cachedSchema: LastChoiceSchema | undefined;
/** Create the schema on first use: creation is slow, and most visits book nothing. */
const getSchema = (): LastChoiceSchema => (cachedSchema ??= createSchema());

const storageKeyOf = (organizationId: string) => `${storageKeys.lastBooking}${organizationId}`;

export function readLastChoice(organizationId: string): LastChoice {
  try {
    const found = getSchema().safeParse(JSON.parse(localStorage.getItem(storageKeyOf(organizationId)) ?? "{}"));
    return found.success ? found.data : {};
  } catch {
    return {};
  }
}

export function saveLastChoice(organizationId: string, choice: LastChoice): void {
  localStorage.setItem(storageKeyOf(organizationId), JSON.stringify({ ...readLastChoice(organizationId), ...choice }));
}
