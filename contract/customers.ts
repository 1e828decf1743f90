/** Customers: people and companies that an organization knows, with or without an account. */
import * as z from "zod/mini";
import {
  partialOf,
  defineModule,
  del,
  DryRun,
  email,
  get,
  id,
  instant,
  ListQuery,
  localDate,
  nameLine,
  noData,
  page,
  patch,
  personName,
  phone,
  post,
  put,
  requiredLine,
  requiredText,
} from "./kit.ts";
import { billings, mostPaymentDays } from "./customers-billing-rules.ts";
import { countryIds } from "./general-countries-rules.ts";
import { EntityRef } from "./organizations.ts";
import { compactNumber } from "./organizations-numbers-rules.ts";
import { memberTypes } from "./permissions.ts";

export const customerKinds = ["person", "company"] as const;
export type CustomerKind = (typeof customerKinds)[number];

/** Kinds of relations: a guardian of a child, people of one household, a person and a company that they belong to. */
export const relationKinds = ["guardian", "family", "contact"] as const;
export type RelationKind = (typeof relationKinds)[number];

/** Rights that one customer has for another one: book (and buy), pay what the other owes, read the other's mails. */
export const relationRights = ["books", "pays", "receives"] as const;
export const CustomerRelation = z.object({
  /** The guardian, the relative or the contact. */
  from: EntityRef,
  /** The customer for whom they may do it. */
  to: EntityRef,
  kind: z.enum(relationKinds),
  /** Buys memberships and packs for the other with their own account. */
  books: z.boolean(),
  /** Owes what the other owes: one at most does, and nobody pays for them in turn. */
  pays: z.boolean(),
  /** Reads the mails to the other as long as the other has no address: one at most does. */
  receives: z.boolean(),
});
export type CustomerRelation = z.infer<typeof CustomerRelation>;
export const RelationDraft = z.strictObject({
  kind: z.enum(relationKinds),
  books: z._default(z.boolean(), false),
  pays: z._default(z.boolean(), false),
  receives: z._default(z.boolean(), false),
});
export type RelationDraft = z.output<typeof RelationDraft>;

export const Customer = z.object({
  id,
  kind: z.enum(customerKinds),
  /** First and last name, or the legal name of a company. */
  name: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  legalName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  externalId: z.nullable(z.string()),
  birthDate: z.nullable(z.iso.date()),
  addressLine: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  countryId: z.nullable(z.int()),
  identificationNumber: z.nullable(z.string()),
  vatNumber: z.nullable(z.string()),
  billing: z.enum(billings),
  /** Days after an invoice until it is due. */
  paymentDays: z.int(),
  /** Until then, no step of reminders of debts is sent. */
  remindersPausedUntil: z.nullable(z.iso.date()),
  /** The guardian who pays for the customer. */
  guardian: z.nullable(EntityRef),
  /** Account of the customer, whose name, email and telephone number are the account's. */
  userId: z.nullable(id),
  /** Categories: they decide prices and booking rules. */
  roles: z.array(z.object({ id: z.int(), name: z.string(), type: z.enum(memberTypes) })),
  /** False if archived, or if the account has no access any more. */
  active: z.boolean(),
  archivedAt: z.nullable(instant),
  mergedIntoId: z.nullable(id),
  created_at: instant,
  updated_at: instant,
});
export type Customer = z.infer<typeof Customer>;

export const CustomerDetail = z.extend(Customer, {
  organization: EntityRef,
  /** Those for whom the customer pays as their guardian. */
  wards: z.array(EntityRef),
  /** Relations of the customer on either side, by name. */
  relations: z.array(CustomerRelation),
});
export type CustomerDetail = z.infer<typeof CustomerDetail>;

const optionalLine = (max: number) => z.nullish(requiredLine(max));
export const CustomerDraft = z.strictObject({
  kind: z._default(z.enum(customerKinds), "person"),
  firstName: z.nullish(personName()),
  lastName: z.nullish(personName()),
  legalName: z.nullish(nameLine(160)),
  email: z.nullish(email),
  phone: z.nullish(phone),
  /** Number of the customer in another system. */
  externalId: optionalLine(60),
  birthDate: z.nullish(localDate),
  addressLine: optionalLine(200),
  postalCode: optionalLine(20),
  city: optionalLine(120),
  region: optionalLine(120),
  countryId: z.nullish(z.literal(countryIds)),
  identificationNumber: optionalLine(40),
  /** In capitals, without spaces. */
  vatNumber: z.nullish(requiredLine(40).check(z.overwrite(compactNumber), z.minLength(1))),
  billing: z._default(z.enum(billings), "at_payment"),
  paymentDays: z._default(z.int().check(z.minimum(0), z.maximum(mostPaymentDays.at_payment)), 0),
  remindersPausedUntil: z.nullish(localDate),
  /** The guardian who pays. One who is new also books, and reads the mails; the former one is no guardian any more. */
  guardianId: z.nullish(id),
  /** Roles of type `member`. Those of an account are changed with its membership. */
  roleIds: z._default(z.array(z.int32()).check(z.maxLength(20)), []),
});
export type CustomerDraft = z.output<typeof CustomerDraft>;

/** For whom something is booked: a customer, the customer of an account, or a name that finds or makes one. */
export const CustomerChoice = z.union([
  /** Telephone number and email are added to a customer without an account who has none. */
  z.strictObject({ customerId: id, phone: z.nullish(phone), email: z.nullish(email) }),
  z.strictObject({ userId: id }),
  z.strictObject({ name: nameLine(160), phone: z.nullish(phone), email: z.nullish(email) }),
]);
export type CustomerChoice = z.output<typeof CustomerChoice>;

export const CustomerNote = z.object({
  id,
  text: z.string(),
  pinned: z.boolean(),
  author: z.object({ id, full_name: z.string() }),
  created_at: instant,
  updated_at: instant,
});
export type CustomerNote = z.infer<typeof CustomerNote>;
export const NoteDraft = z.strictObject({ text: requiredText(2000), pinned: z._default(z.boolean(), false) });

export const MessageDraft = z.strictObject({ subject: requiredLine(120), text: requiredText(4000) });

/** Days in which a merge can be undone. */
export const MERGE_UNDO_DAYS = 30;
export const CustomerMerge = z.object({
  id,
  kept: EntityRef,
  merged: EntityRef,
  /** Numbers of rows that moved to the kept customer. Payments and invoices go with their bookings. */
  moved: z.object({ events: z.int(), series: z.int(), notes: z.int() }),
  undoUntil: instant,
  undoneAt: z.nullable(instant),
});
export type CustomerMerge = z.infer<typeof CustomerMerge>;

const one = "/organizations/{organizationId}/customers/{customerId}";

export const customers = defineModule("customers", {
  list: get("/organizations/{organizationId}/customers", {
    allow: "members.show",
    mayLag: true,
    summary: "Customers by name, with or without an account; searched by name, email, telephone or number",
    query: z.extend(ListQuery, {
      kind: z.optional(z.enum(customerKinds)),
      roleId: z.optional(z.coerce.number().check(z.int32())),
      archived: z.optional(z.stringbool()),
    }),
    returns: page(Customer),
  }),
  similar: get("/organizations/{organizationId}/customers/similar", {
    allow: "members.show",
    summary: "Customers that may be meant by a name, an email or a telephone number, five at most",
    query: z.object({
      name: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      email: z.optional(z.string().check(z.trim(), z.maxLength(254))),
      phone: z.optional(z.string().check(z.trim(), z.maxLength(32))),
    }),
    returns: z.array(Customer),
  }),
  create: post("/organizations/{organizationId}/customers", {
    allow: "customers.manage",
    summary: "Create a customer",
    body: CustomerDraft,
    example: { firstName: "Zoé", lastName: "Morel", phone: "06 12 34 56 78" },
    returns: CustomerDetail,
    successMessage: "customers.created",
    idempotent: true,
  }),
  ofUser: get("/organizations/{organizationId}/users/{userId}/customer", {
    allow: "members.show",
    summary: "The customer of an account",
    returns: CustomerDetail,
  }),
  read: get(one, {
    allow: "members.show",
    summary: "One customer",
    returns: CustomerDetail,
  }),
  update: patch(one, {
    allow: "customers.manage",
    summary: "Change a customer; name, email and telephone number of an account are its owner's to change",
    body: partialOf(CustomerDraft),
    example: { phone: "06 12 34 56 78" },
    returns: CustomerDetail,
    successMessage: "customers.saved",
  }),
  setRelation: put(`${one}/relations/{fromId}`, {
    allow: "customers.manage",
    summary: "Say what another customer is to a customer, and what they may do for them: book, pay, read the mails",
    body: RelationDraft,
    example: { kind: "guardian", books: true, pays: true, receives: true },
    returns: CustomerRelation,
    successMessage: "customers.relationSaved",
  }),
  deleteRelation: del(`${one}/relations/{fromId}`, {
    allow: "customers.manage",
    summary: "End what another customer is to a customer: they book, pay and read mails for them no longer",
    returns: noData,
    successMessage: "customers.relationDeleted",
  }),
  archive: del(one, {
    allow: "customers.manage",
    summary: "Archive a customer; refused while bookings lie ahead",
    returns: noData,
    successMessage: "customers.archived",
  }),
  restore: post(`${one}/restore`, {
    allow: "customers.manage",
    summary: "Bring an archived customer back",
    returns: CustomerDetail,
    successMessage: "customers.restored",
    status: 200,
  }),
  merge: post(`${one}/merge`, {
    allow: "customers.manage",
    summary: "Merge another customer into this one: bookings, payments, invoices, series and notes come with it",
    query: DryRun,
    body: z.strictObject({ customerId: id }),
    example: { customerId: "019f1c2e-7a40-7c3b-9d0e-5b1f6a2c8d91" },
    returns: CustomerMerge,
    successMessage: "customers.merged",
    status: 200,
    dryRun: true,
  }),
  merges: get(`${one}/merges`, {
    allow: "members.show",
    summary: "What was merged into a customer, latest first",
    returns: z.array(CustomerMerge),
  }),
  undoMerge: post(`${one}/merges/{mergeId}/undo`, {
    allow: "customers.manage",
    summary: "Undo a merge within 30 days: what came with the merged customer goes back",
    returns: CustomerMerge,
    successMessage: "customers.mergeUndone",
    status: 200,
  }),
  message: post(`${one}/message`, {
    allow: "customers.manage",
    summary: "Mail a message to a customer, or to who reads the mails of one without an email",
    body: MessageDraft,
    example: { subject: "Your racket", text: "You left it on court 2. It is at the desk." },
    returns: z.object({ email: z.string() }),
    successMessage: "customers.messageSent",
    idempotent: true,
    status: 200,
  }),
  notes: get(`${one}/notes`, {
    allow: "members.show",
    summary: "The team's notes about a customer, pinned ones first, then the latest",
    returns: z.array(CustomerNote),
  }),
  addNote: post(`${one}/notes`, {
    allow: "customers.manage",
    summary: "Add a note",
    body: NoteDraft,
    example: { text: "Prefers Court 2" },
    returns: CustomerNote,
    successMessage: "customers.noteAdded",
  }),
  changeNote: patch(`${one}/notes/{noteId}`, {
    allow: "customers.manage",
    summary: "Change a note, or pin it",
    body: partialOf(NoteDraft),
    example: { pinned: true },
    returns: CustomerNote,
    successMessage: "customers.noteSaved",
  }),
  deleteNote: del(`${one}/notes/{noteId}`, {
    allow: "customers.manage",
    summary: "Delete a note",
    returns: noData,
    successMessage: "customers.noteDeleted",
  }),
});
