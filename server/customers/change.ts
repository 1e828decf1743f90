/** Creates, changes, archives and restores customers. */
import type { CustomerDetail, CustomerDraft, customers } from "#contract/customers.ts";
import type { BuyerNumbers } from "#contract/customers-buyer-rules.ts";
import { compactNumber } from "#contract/organizations-numbers-rules.ts";
import { mostPaymentDays, type PaymentTerms } from "#contract/customers-billing-rules.ts";
import { computeDiff } from "#server/kit/activity/audit-log.ts";
import { publish } from "#server/kit/events/domain-events.ts";
import { collectFieldErrors } from "#server/kit/http/collect-field-errors.ts";
import { forbidden } from "#server/kit/http/authorize.ts";
import { HttpError, invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { formatMoney } from "#messages/format-money.ts";
import { customerColumnMap } from "./column-map.ts";
import { assertRightNumbers } from "./company-numbers.ts";
import {
  findCustomer,
  findPresentCustomer,
  insertCustomer,
  listKnownCategories,
  lockCustomer,
  lockTwoCustomers,
  updateCustomerRoles,
  updateCustomer,
  type CustomerRow,
} from "./queries.ts";
import { findGuardianObstacle, replaceGuardian } from "./relate.ts";
import { customerRowsPort } from "./rows-port.ts";

type Names = Partial<Pick<CustomerDraft, "kind" | "firstName" | "lastName" | "legalName">>;

function assertNamed({ kind, firstName, lastName, legalName }: Names): void {
  if (kind === "company" && !legalName) throw invalidFields({ legalName: [message("kit.required")] });
  if (kind === "person" && !firstName && !lastName)
    throw invalidFields({ firstName: [message("customers.nameRequired")] });
}

/** Terms are credit: who takes the money decides about them. @throws HttpError 403, 422 on `paymentDays` */
function assertTerms({ access }: Pick<Call, "access">, before: PaymentTerms, after: PaymentTerms): void {
  if (!areOtherTerms(before, after)) return;
  if (!access.permissions.has("payments.record")) throw forbidden("payments.record");
  const most = mostPaymentDays[after.billing];
  if (after.paymentDays > most)
    throw invalidFields({ paymentDays: [message("customers.paymentDaysTooMany", { most })] });
}
const areOtherTerms = (one: PaymentTerms, other: PaymentTerms): boolean =>
  one.billing !== other.billing || one.paymentDays !== other.paymentDays;
const usualTerms: PaymentTerms = { billing: "at_payment", paymentDays: 0 };

type CustomerCall = Pick<Call, "db" | "organizationId">;

type CompanyNumbers = BuyerNumbers & Partial<Pick<CustomerDraft, "kind">>;
const numberMembers = ["kind", "countryId", "identificationNumber", "vatNumber"] as const;
const numberText = (value: string | number | null | undefined): string => compactNumber(`${value ?? ""}`);

/** Numbers from before they were checked stay, until they or their country are changed. @throws HttpError 422 */
async function assertNumbers(call: Call, after: CompanyNumbers, before: CompanyNumbers = {}): Promise<void> {
  if (after.kind !== "company" || (!after.identificationNumber && !after.vatNumber)) return;
  const isChanged = (member: (typeof numberMembers)[number]) =>
    numberText(after[member]) !== numberText(before[member]);
  if (!numberMembers.some(isChanged)) return;
  const isElsewhere = isChanged("kind") || isChanged("countryId");
  assertRightNumbers(after, (await findSettings(call)).countryId, (member) => isElsewhere || isChanged(member));
}

async function assertKnownCategories({ db, organizationId }: CustomerCall, roleIds: readonly number[] | undefined) {
  if (!roleIds || roleIds.length === 0) return;
  const known = await listKnownCategories(db, organizationId, roleIds);
  if (!roleIds.every((id) => known.includes(id))) throw invalidFields({ roleIds: [message("customers.roleUnknown")] });
}

/** Locks the customer, and the guardian that is chosen, in the order of their ids. */
async function lockWithGuardian(
  { db, organizationId }: CustomerCall,
  id: string,
  guardianId: string | null | undefined,
) {
  if (!guardianId || guardianId === id || !(await findPresentCustomer(db, organizationId, guardianId)))
    return { row: await lockCustomer(db, organizationId, id), guardian: undefined };
  const { first: row, second: guardian } = await lockTwoCustomers(db, organizationId, id, guardianId);
  return { row, guardian };
}

/** @param guardian locked; undefined where none is known @throws HttpError 422 on `guardianId` */
async function assertGuardian(
  call: Pick<Call, "db" | "organizationId">,
  guardianId: string | null | undefined,
  { guardian, row, today }: { guardian: CustomerRow | undefined; row?: CustomerRow; today: string },
): Promise<void> {
  if (!guardianId) return;
  const refuse = (text: LocalizedMessage) => invalidFields({ guardianId: [text] });
  if (guardianId === row?.id) throw refuse(message("customers.ownGuardian"));
  if (!guardian) throw refuse(message("customers.unknown"));
  const obstacle = await findGuardianObstacle(call, guardian, row, today);
  if (obstacle) throw refuse(obstacle);
}

export async function createCustomer(call: Call<typeof customers.create>): Promise<CustomerDetail> {
  const { db, now, organizationId, body } = call;
  const today = localDateOf((await findSettings(call)).timezone, now);
  const known = body.guardianId ? await findPresentCustomer(db, organizationId, body.guardianId) : undefined;
  const guardian = known && (await lockCustomer(db, organizationId, known.id));
  await collectFieldErrors(
    () => assertNamed(body),
    () => assertTerms(call, usualTerms, body),
    () => assertNumbers(call, body),
    () => assertKnownCategories(call, body.roleIds),
    () => assertGuardian(call, body.guardianId, { guardian, today }),
  );
  const id = uuidv7(now);
  await insertCustomer(db, {
    ...customerColumnMap.toRow(body),
    organization_id: organizationId,
    id,
    created_at: now,
    updated_at: now,
  });
  await updateCustomerRoles(db, organizationId, id, body.roleIds);
  if (guardian) {
    await replaceGuardian(call, { id, birth_date: body.birthDate ?? null }, guardian.id, today);
    await publish(call, "customers.changed", { customerId: guardian.id });
  }
  await publish(call, "customers.created", { customerId: id });
  if (areOtherTerms(usualTerms, body)) await publish(call, "customers.termsChanged", { customerId: id });
  return findCustomer(db, organizationId, id);
}

/** Members that an account owns, as its owner writes them. */
const accountMembers = ["kind", "firstName", "lastName", "legalName", "email", "phone", "roleIds"] as const;

function assertNotOfAccount(before: CustomerDetail, body: Partial<CustomerDraft>): void {
  if (before.userId === null) return;
  const held = { ...before, roleIds: before.roles.map(({ id }) => id) };
  const changed = accountMembers.filter(
    (member) =>
      body[member] !== undefined && JSON.stringify(body[member] ?? null) !== JSON.stringify(held[member] ?? null),
  );
  if (changed.length > 0)
    throw invalidFields(
      Object.fromEntries(
        changed.map((member) => [
          member,
          [message(member === "roleIds" ? "customers.rolesOfAccount" : "customers.ofAccount")],
        ]),
      ),
    );
}

export async function changeCustomer(call: Call<typeof customers.update>): Promise<CustomerDetail> {
  const { db, now, organizationId, params, body, record } = call;
  const guardianId = body.guardianId?.toLowerCase() ?? body.guardianId;
  const { row, guardian } = await lockWithGuardian(call, params.customerId.toLowerCase(), guardianId);
  if (row.merged_into_id !== null) throw new HttpError(409, message("customers.isMerged"));
  const today = localDateOf((await findSettings(call)).timezone, now);
  const before = await findCustomer(db, organizationId, row.id);
  const { roleIds } = body;
  const terms = { billing: body.billing ?? before.billing, paymentDays: body.paymentDays ?? before.paymentDays };
  await collectFieldErrors(
    () => assertNotOfAccount(before, body),
    () => assertNamed({ ...before, ...body }),
    () => assertTerms(call, before, terms),
    () => assertNumbers(call, { ...before, ...body }, before),
    () => assertKnownCategories(call, roleIds),
    async () => {
      if (guardianId !== before.guardian?.id) await assertGuardian(call, guardianId, { guardian, row, today });
    },
  );
  await updateCustomer(db, organizationId, row.id, customerColumnMap.toRow(body));
  if (roleIds && row.user_id === null) await updateCustomerRoles(db, organizationId, row.id, roleIds);
  const { birthDate = row.birth_date } = body;
  if (guardianId !== undefined) await replaceGuardian(call, { id: row.id, birth_date: birthDate }, guardianId, today);
  const after = await findCustomer(db, organizationId, row.id);
  // The guardian says it.
  const changed = computeDiff({ ...before, relations: [] }, { ...after, relations: [] });
  record(changed);
  if (!changed.skipsEntry) {
    await updateCustomer(db, organizationId, row.id, { updated_at: now });
    const others = before.guardian?.id === after.guardian?.id ? [] : [before.guardian, after.guardian];
    for (const customerId of [row.id, ...others.flatMap((other) => other?.id ?? [])].toSorted())
      await publish(call, "customers.changed", { customerId });
    if (areOtherTerms(before, terms)) await publish(call, "customers.termsChanged", { customerId: row.id });
  }
  return findCustomer(db, organizationId, row.id);
}

/** @throws HttpError 409 with bookings that lie ahead, units of packs, debts, money on the balance, or a membership that runs */
export async function archiveCustomer(call: Call<typeof customers.archive>): Promise<null> {
  const { db, now, organizationId, params } = call;
  const { id } = await lockCustomer(db, organizationId, params.customerId);
  const count = await customerRowsPort.countUpcomingBookings(call, id);
  if (count > 0) throw new HttpError(409, message("customers.hasBookings", { count }));
  const units = await customerRowsPort.countUnitsLeft(call, id);
  if (units > 0) throw new HttpError(409, message("customers.hasUnits", { count: units }));
  const { currency } = await findSettings(call);
  const money = (amount: number) => formatMoney(amount, currency, call.language);
  const debts = await customerRowsPort.sumDebts(call, id);
  if (debts > 0) throw new HttpError(409, message("customers.hasDebts", { amount: money(debts) }));
  const balance = await customerRowsPort.sumWallet(call, id);
  if (balance > 0) throw new HttpError(409, message("customers.hasBalance", { amount: money(balance) }));
  if ((await customerRowsPort.countSubscriptions(call, id)) > 0)
    throw new HttpError(409, message("customers.hasSubscription"));
  await updateCustomer(db, organizationId, id, { archived_at: now, updated_at: now });
  await publish(call, "customers.changed", { customerId: id });
  return null;
}

export async function restoreCustomer(call: Call<typeof customers.restore>): Promise<CustomerDetail> {
  const { db, now, organizationId, params } = call;
  const { id, merged_into_id } = await lockCustomer(db, organizationId, params.customerId);
  if (merged_into_id !== null) throw new HttpError(409, message("customers.isMerged"));
  await updateCustomer(db, organizationId, id, { archived_at: null, updated_at: now });
  await publish(call, "customers.changed", { customerId: id });
  return findCustomer(db, organizationId, id);
}
