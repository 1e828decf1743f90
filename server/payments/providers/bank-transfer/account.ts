/** Bank account (IBAN) of an organization, to which customers transfer money. */
import type { BankAccount, payments } from "#contract/payments.ts";
import type { Selectable } from "kysely";
import { ALL_ORGANIZATIONS, type Database } from "#server/kit/db/database.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { BankAccountsTable } from "#server/kit/db/tables.ts";
import { assertSellerComplete } from "#server/organizations/seller.ts";
import { bankAccountColumnMap } from "./column-map.ts";

export const findBankAccount = (db: Database, organizationId: string) =>
  db.selectFrom("bank_accounts").selectAll().where("organization_id", "=", organizationId).executeTakeFirst();

const serialize = (row: Selectable<BankAccountsTable>): BankAccount => ({
  ...bankAccountColumnMap.fromRow(row),
  updated_at: row.updated_at.toISOString(),
});

export async function readBankAccount({
  db,
  organizationId,
}: Call<typeof payments.bankAccount>): Promise<BankAccount | null> {
  if (organizationId === ALL_ORGANIZATIONS) return null;
  const row = await findBankAccount(db, organizationId);
  return row ? serialize(row) : null;
}

/** Pending transfers keep the account that was sent to their payers. */
export async function setBankAccount(call: Call<typeof payments.setBankAccount>): Promise<BankAccount> {
  const { db, organizationId, now, body } = call;
  const before = await findBankAccount(db, organizationId);
  if (body.active && !before?.active) await assertSellerComplete(call, true);
  // A missing BIC removes the former one.
  const account = { ...bankAccountColumnMap.toRow({ ...body, bic: body.bic ?? null }), updated_at: now };
  const row = await db
    .insertInto("bank_accounts")
    .values({ organization_id: organizationId, ...account, created_at: now })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(account))
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertLiveChange(db, { organizationId, module: "organizations", subjectId: organizationId, at: now });
  call.record({
    subjectId: organizationId,
    ...(before && { before: serialize(before) }),
    after: serialize(row),
  });
  return serialize(row);
}
