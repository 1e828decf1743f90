import * as z from "zod/mini";
import { mostPaymentDays } from "#contract/customers-billing-rules.ts";
import { type CustomerDetail, CustomerDraft } from "#contract/customers.ts";
import type { MessageKey } from "#messages/keys.ts";
import { eachOf, formMembers } from "#web/kit/form/form-members.ts";

const isBlank = (value: unknown) => typeof value !== "string" || value.trim() === "";
const isObject = ({ value }: { value: unknown }) => typeof value === "object" && value !== null;

/** The rule that depends on the kind stands in the server for every caller; here it speaks while one types. */
export const CustomerFormDraft = z.strictObject(CustomerDraft.shape).check(
  z.refine((draft) => draft.kind !== "company" || !isBlank(draft.legalName), {
    error: "kit.required" satisfies MessageKey,
    path: ["legalName"],
    when: isObject,
  }),
  z.refine((draft) => draft.kind !== "person" || !isBlank(draft.firstName) || !isBlank(draft.lastName), {
    error: "customers.nameRequired" satisfies MessageKey,
    path: ["firstName"],
    when: isObject,
  }),
  z.refine((draft) => !(draft.billing === "monthly" && (draft.paymentDays ?? 0) > mostPaymentDays.monthly), {
    error: "customers.monthlyDaysTooMany" satisfies MessageKey,
    path: ["paymentDays"],
    when: isObject,
  }),
);
export type CustomerFormDraft = z.output<typeof CustomerFormDraft>;

const textMembers = [
  "firstName",
  "lastName",
  "legalName",
  "email",
  "phone",
  "externalId",
  "addressLine",
  "postalCode",
  "city",
  "region",
  "identificationNumber",
  "vatNumber",
] as const;

export const customerForm = formMembers<z.input<typeof CustomerFormDraft>, CustomerDetail>({
  kind: { blank: "person" },
  ...eachOf(textMembers, { blank: "" }),
  billing: { blank: "at_payment" },
  paymentDays: { blank: 0 },
  birthDate: { blank: "" },
  countryId: { blank: null, from: ({ countryId }) => countryId as CustomerFormDraft["countryId"] },
  remindersPausedUntil: { blank: "" },
  guardianId: { blank: "", from: ({ guardian }) => guardian?.id ?? "" },
  roleIds: { blank: [], from: ({ roles }) => roles.map(({ id }) => id) },
});
