/** What somebody chose the last time they booked here, as this browser remembers it: the next time it is chosen already. */
import * as z from "zod/mini";
import { eventTypes } from "#contract/events.ts";

const make = () =>
  z.object({
    facilityId: z.optional(z.uuid()),
    sportId: z.optional(z.int()),
    duration: z.optional(z.int()),
    type: z.optional(z.enum(eventTypes)),
  });
type Shape = ReturnType<typeof make>;
export type LastChoice = z.infer<Shape>;

let made: Shape | undefined;
/** Made when somebody books: to make it takes longer than to use it, and most look at the planning first. */
const shape = (): Shape => (made ??= make());

const keyOf = (organizationId: string) => `last-booking.${organizationId}`;

export function lastChoice(organizationId: string): LastChoice {
  try {
    const found = shape().safeParse(JSON.parse(localStorage.getItem(keyOf(organizationId)) ?? "{}"));
    return found.success ? found.data : {};
  } catch {
    return {};
  }
}

export function rememberChoice(organizationId: string, choice: LastChoice): void {
  localStorage.setItem(keyOf(organizationId), JSON.stringify({ ...lastChoice(organizationId), ...choice }));
}
