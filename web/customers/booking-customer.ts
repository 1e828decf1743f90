/** The customer of a booking that is made or changed: one who is known, or a new one's name and contact. */
import * as z from "zod/mini";
import type { Customer, CustomerChoice } from "#contract/customers.ts";
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

export const blankCustomer = { customerId: "", name: "", phone: "", email: "", denied: [] };

export function toCustomerChoice(customer: BookingCustomer | undefined): CustomerChoice | undefined {
  if (!customer) return undefined;
  const { customerId, name, phone: number, email: address } = customer;
  const contact = { ...(number && { phone: number }), ...(address && { email: address }) };
  if (customerId) return { customerId, ...contact };
  return name ? { name, ...contact } : undefined;
}

const emailPattern = /\S+@\S*/u;
/** Six digits or more, as people write a telephone number. */
const phonePattern = /\+?\d(?:[\s().\-/]*\d){5,}/u;

/** Tells name, telephone number and email in a text that was typed to find a customer, so that none is typed twice. */
export function splitTypedCustomer(text: string): { name: string; phone: string; email: string } {
  const [address = ""] = emailPattern.exec(text) ?? [];
  const withoutEmail = text.replace(address, " ");
  const [number = ""] = phonePattern.exec(withoutEmail) ?? [];
  return {
    name: withoutEmail.replace(number, " ").replace(/\s+/gu, " ").trim(),
    phone: number.trim(),
    email: address,
  };
}

const digitsOf = (number: string | null | undefined) => number?.replace(/\D/gu, "") ?? "";
const folded = (name: string | null | undefined) =>
  (name ?? "").normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/gu, " ").trim().toLowerCase();

/** Whether the server takes what was typed for this customer without a question: the same name with the same contact. */
export function isSamePerson(known: Pick<Customer, "name" | "phone" | "email">, typed: BookingCustomer): boolean {
  if (folded(known.name) !== folded(typed.name)) return false;
  if (!typed.phone && !typed.email) return known.phone === null && known.email === null;
  return (
    (digitsOf(typed.phone) !== "" && digitsOf(typed.phone) === digitsOf(known.phone)) ||
    (Boolean(typed.email) && typed.email === known.email)
  );
}
