/** Last choices of booking in this browser, preset the next time. */
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
/** Made when somebody books: to make it takes longer than to use it, and most look at the planning first. */
const getSchema = (): LastChoiceSchema => (cachedSchema ??= createSchema());

const storageKeyOf = (organizationId: string) => `last-booking.${organizationId}`;

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
