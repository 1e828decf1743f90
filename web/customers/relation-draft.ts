import * as z from "zod/mini";
import { type CustomerDetail, type CustomerRelation, RelationDraft } from "#contract/customers.ts";
import { id } from "#contract/kit.ts";

/** The relation with the other customer, and who of the two does it for whom. */
export const RelationFormDraft = z.extend(RelationDraft, {
  customerId: id,
  direction: z.enum(["in", "out"]),
});
export type RelationFormDraft = z.output<typeof RelationFormDraft>;

type Rights = Pick<CustomerRelation, "books" | "pays">;
const noRights: Rights = { books: false, pays: false };

/** Messages of what changes about money and access, with `from` and `to`. */
export function listRelationChanges(before: Rights | undefined, after: Rights) {
  const was = before ?? noRights;
  return [
    ...(was.pays === after.pays
      ? []
      : [after.pays ? ("customers.willPay" as const) : ("customers.willNotPay" as const)]),
    ...(was.books === after.books
      ? []
      : [after.books ? ("customers.willBook" as const) : ("customers.willNotBook" as const)]),
  ];
}

/** As most people who are added: a guardian who does all for a child, and who reads the mails of a company. */
export function firstRelation({ kind }: Pick<CustomerDetail, "kind">): z.input<typeof RelationFormDraft> {
  const isCompany = kind === "company";
  return {
    ...{ customerId: "", kind: isCompany ? "contact" : "guardian", direction: "in" },
    ...{ books: !isCompany, pays: !isCompany, receives: true },
  };
}

export const filledRelation = (
  { from, to, ...rights }: CustomerRelation,
  { id: customerId }: Pick<CustomerDetail, "id">,
): z.input<typeof RelationFormDraft> => ({
  ...rights,
  customerId: from.id === customerId ? to.id : from.id,
  direction: to.id === customerId ? "in" : "out",
});
