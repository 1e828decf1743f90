/** Sets and ends what customers are to each other, one relation at a time. */
import type { CustomerRelation, RelationDraft, customers } from "#contract/customers.ts";
import { ADULT_AGE } from "#contract/orders-withdrawal-rules.ts";
import { ageOn } from "#contract/subscriptions-rules.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { publish, type TenantContext } from "#server/kit/events/domain-events.ts";
import { HttpError, invalidFields, message, notFound, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { lockTwoCustomers, updateCustomer, type CustomerRow } from "./queries.ts";
import {
  deleteRelation,
  findReceiver,
  findRelation,
  listRelationRows,
  listRelations,
  updateRelation,
  endPayment,
  type RelationKey,
} from "./relation-queries.ts";

/** A guardian does all of it for a child. */
const guardianRights = { kind: "guardian", books: true, pays: true, receives: true } as const;

type Lookup = Pick<TenantContext, "db" | "organizationId">;

const paysFor =
  (customerId: string) =>
  ({ pays, to }: CustomerRelation): boolean =>
    pays && to.id === customerId;

/** Whether somebody pays for who is to pay. */
async function findPayerAbove({ db, organizationId }: Lookup, from: CustomerRow) {
  const above = (await listRelations(db, organizationId, from.id)).find(paysFor(from.id));
  return above ? message("customers.payerHasPayer", { payer: above.from.name, name: from.name }) : null;
}

/**
 * One pays for a customer at most, and nobody pays for who pays: so there is no circle.
 * @param exceptGuardian a guardian who pays goes
 * @returns what stands against it
 */
async function findPayObstacle(call: Lookup, from: CustomerRow, to: CustomerRow, exceptGuardian = false) {
  const relations = await listRelations(call.db, call.organizationId, to.id);
  const payer = relations.find(paysFor(to.id));
  if (payer && payer.from.id !== from.id && !(exceptGuardian && payer.kind === "guardian"))
    return message("customers.hasPayer", { payer: payer.from.name, name: to.name });
  const below = relations.some((relation) => relation.pays && relation.from.id === to.id);
  return below ? message("customers.paysThemselves", { name: to.name }) : findPayerAbove(call, from);
}

/** @param to undefined for a new customer @returns what stands against a guardian who pays */
export async function findGuardianObstacle(
  call: Lookup,
  guardian: CustomerRow,
  to: CustomerRow | undefined,
  today: string,
): Promise<LocalizedMessage | null> {
  if (isMinorOn(guardian, today)) return message("customers.guardianIsMinor", { name: guardian.name, age: ADULT_AGE });
  return to ? findPayObstacle(call, guardian, to, true) : findPayerAbove(call, guardian);
}

async function findReceiveObstacle({ db, organizationId }: Lookup, from: CustomerRow, to: CustomerRow) {
  const receiver = (await listRelations(db, organizationId, to.id)).find(
    (relation) => relation.receives && relation.to.id === to.id && relation.from.id !== from.id,
  );
  return receiver ? message("customers.hasReceiver", { receiver: receiver.from.name, name: to.name }) : null;
}

const isMinorOn = ({ birth_date }: Pick<CustomerRow, "birth_date">, today: string): boolean =>
  birth_date !== null && ageOn(birth_date, today) < ADULT_AGE;
export const isAdultOn = ({ birth_date }: Pick<CustomerRow, "birth_date">, today: string): boolean =>
  birth_date !== null && ageOn(birth_date, today) >= ADULT_AGE;

function findKindObstacle({ kind }: RelationDraft, from: CustomerRow, to: CustomerRow, today: string) {
  const companies = [from, to].filter((one) => one.kind === "company").length;
  if (kind === "contact") return companies === 1 ? null : message("customers.contactOfCompany");
  if (companies > 0) return message("customers.relationOfPeople");
  return kind === "guardian" && isMinorOn(from, today)
    ? message("customers.guardianIsMinor", { name: from.name, age: ADULT_AGE })
    : null;
}

/** @throws HttpError 422 on `kind`, `books`, `pays` or `receives` */
async function assertRelation(
  call: Lookup,
  draft: RelationDraft,
  { from, to }: { from: CustomerRow; to: CustomerRow },
  today: string,
) {
  const isGuardianOfAdult = draft.kind === "guardian" && isAdultOn(to, today);
  const obstacles = {
    kind: findKindObstacle(draft, from, to, today),
    books: draft.books && isGuardianOfAdult ? message("customers.adultBooks", { name: to.name, age: ADULT_AGE }) : null,
    pays: draft.pays ? await findPayObstacle(call, from, to) : null,
    receives: draft.receives ? await findReceiveObstacle(call, from, to) : null,
  };
  const found = Object.entries(obstacles).flatMap(([member, text]) =>
    text ? [[member, [text]] as [string, LocalizedMessage[]]] : [],
  );
  if (found.length > 0) throw invalidFields(Object.fromEntries(found));
}

/** Both sides show it: they change together. */
async function publishChange(context: TenantContext & Parameters<typeof publish>[0], customerIds: readonly string[]) {
  const { db, organizationId, now } = context;
  for (const customerId of [...customerIds].toSorted()) {
    await updateCustomer(db, organizationId, customerId, { updated_at: now });
    await publish(context, "customers.changed", { customerId });
  }
}

export async function setRelation(call: Call<typeof customers.setRelation>): Promise<CustomerRelation> {
  const { db, now, organizationId, params, body, record } = call;
  const key: RelationKey = { fromId: params.fromId.toLowerCase(), toId: params.customerId.toLowerCase() };
  if (key.fromId === key.toId) throw invalidFields({ kind: [message("customers.relationToSelf")] });
  const { first: to, second: from } = await lockTwoCustomers(db, organizationId, key.toId, key.fromId);
  if (to.merged_into_id !== null || from.merged_into_id !== null)
    throw new HttpError(409, message("customers.isMerged"));
  if (from.archived_at !== null || to.archived_at !== null)
    throw new HttpError(409, message("customers.relationArchived"));
  const { timezone } = await findSettings(call);
  await assertRelation(call, body, { from, to }, localDateOf(timezone, now));
  const before = await findRelation(db, organizationId, key);
  await updateRelation(db, organizationId, key, body, now);
  const after = await findRelation(db, organizationId, key);
  if (!after) throw notFound();
  const changed = computeDiff<object>(before ?? {}, after);
  record({ ...changed, after: { from: after.from, ...changed.after }, subjectId: key.toId });
  if (!changed.skipsEntry) await publishChange(call, [key.fromId, key.toId]);
  return after;
}

export async function endRelation(call: Call<typeof customers.deleteRelation>): Promise<null> {
  const { db, organizationId, params, record } = call;
  const key: RelationKey = { fromId: params.fromId.toLowerCase(), toId: params.customerId.toLowerCase() };
  if (key.fromId === key.toId) throw notFound();
  await lockTwoCustomers(db, organizationId, key.toId, key.fromId);
  const before = await findRelation(db, organizationId, key);
  if (!before) throw notFound();
  await deleteRelation(db, organizationId, key);
  record({ before, after: { from: before.from }, subjectId: key.toId });
  await publishChange(call, [key.fromId, key.toId]);
  return null;
}

/**
 * Makes a customer the guardian who pays, in place of the one who did.
 * @param customer locked
 */
export async function replaceGuardian(
  { db, organizationId, now }: Pick<TenantContext, "db" | "organizationId" | "now">,
  customer: Pick<CustomerRow, "id" | "birth_date">,
  guardianId: string | null,
  today: string,
): Promise<void> {
  const relations = await listRelationRows(db, organizationId, [customer.id]);
  const former = relations.find(({ kind, pays, to_id }) => kind === "guardian" && pays && to_id === customer.id);
  if ((former?.from_id ?? null) === guardianId) return;
  if (former) await deleteRelation(db, organizationId, { fromId: former.from_id, toId: customer.id });
  if (guardianId === null) return;
  await endPayment(db, organizationId, customer.id);
  const isReceived = (await findReceiver(db, organizationId, customer.id)) ?? guardianId;
  const draft = { ...guardianRights, books: !isAdultOn(customer, today), receives: isReceived === guardianId };
  await updateRelation(db, organizationId, { fromId: guardianId, toId: customer.id }, draft, now);
}
