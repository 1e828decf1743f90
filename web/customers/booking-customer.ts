/** The customer of a booking: what is sent, what was typed. Apart from the schema, because the planning loads no zod. */
import type { Customer, CustomerChoice } from "#contract/customers.ts";
import type { BookingCustomer } from "./booking-customer-draft.ts";

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
    name: withoutEmail
      .replace(number, " ")
      .replace(/\s+/gu, " ")
      .replace(/^[\s,;]+|[\s,;]+$/gu, ""),
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
