/** Form values of the customer of a booking that is made or changed: one who is known, or a new one's name and contact. */
import * as z from "zod/mini";
import { email, id, optionalText, phone } from "#contract/kit.ts";
import type { MessageKey } from "#messages/keys.ts";

const isObject = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;

export const BookingCustomer = z
  .strictObject({
    customerId: z.nullish(id),
    /** Shown for a customer who is known, sent for a new one. */
    name: optionalText(160),
    /** With `customerId`: what the customer lacked and was typed. */
    phone: z.nullish(phone),
    email: z.nullish(email),
    /** Ids of similar customers who are not meant. */
    denied: z._default(z.array(z.string()), []),
  })
  .check(
    z.refine(({ name, phone: number, email: address }) => Boolean(name) || !(number || address), {
      error: "kit.required" satisfies MessageKey,
      path: ["name"],
      when: isObject,
    }),
  );
export type BookingCustomer = z.output<typeof BookingCustomer>;
