/** Table `accounting_accounts`: numbers and names that differ from the defaults, which are those of the French plan (PCG). */
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import { type Account, type AccountKey, accountKeys, type accounting } from "#contract/accounting.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { invalidFields, message } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listTaxRates } from "#server/products/queries.ts";
import type { MessageKey } from "#messages/keys.ts";

const accountsOfKeys: Record<AccountKey, { number: string; label: MessageKey }> = {
  customers: { number: "411", label: "accounting.customers" },
  cash: { number: "530", label: "accounting.cash" },
  checks: { number: "5112", label: "accounting.checks" },
  card_desk: { number: "5115", label: "accounting.cardDesk" },
  provider: { number: "5116", label: "accounting.provider" },
  bank: { number: "512", label: "accounting.bank" },
  fees: { number: "627", label: "accounting.fees" },
  transfers: { number: "580", label: "accounting.transfers" },
  difference_loss: { number: "658", label: "accounting.differenceLoss" },
  difference_gain: { number: "758", label: "accounting.differenceGain" },
  suspense: { number: "471", label: "accounting.suspense" },
  wallet: { number: "4191", label: "accounting.wallet" },
  vouchers: { number: "41912", label: "accounting.vouchers" },
};
const accountsByRate = {
  revenue: { number: "706", label: "accounting.revenue" },
  goods: { number: "707", label: "accounting.goodsSales" },
  tax: { number: "44571", label: "accounting.collectedTax" },
} as const satisfies Record<string, { number: string; label: MessageKey }>;

export interface Tax {
  /** Hundredths of a percent, as documents have it. */
  rate: number;
  isExempt?: boolean;
}
const keyOfTax = (kind: keyof typeof accountsByRate, { rate, isExempt = false }: Tax): string =>
  `${kind}:${isExempt ? "exempt" : Math.round(rate * 10)}`;

/** Rates that are sold with now, the highest first, exempt sales last. */
async function listTaxes(context: MemoryContext): Promise<Tax[]> {
  const { vatRate, vatProfile } = await findSettings(context);
  const rates = await listTaxRates(context);
  const known = [
    vatProfile === "standard" ? vatRate : 0,
    ...rates.filter((one) => !one.isExempt).map((one) => one.rate / 10),
  ];
  return [
    ...[...new Set(known)].toSorted((one, other) => other - one).map((rate) => ({ rate })),
    ...(rates.some(({ isExempt }) => isExempt) ? [{ rate: 0, isExempt: true }] : []),
  ];
}

export interface AccountPlan {
  find(key: AccountKey): Account;
  findByRate(kind: keyof typeof accountsByRate, tax: Tax): Account;
}

async function listStored({ db, organizationId }: MemoryContext): Promise<ReadonlyMap<string, Account>> {
  const rows = await db
    .selectFrom("accounting_accounts")
    .select(["key", "number", "label"])
    .where("organization_id", "=", organizationId)
    .execute();
  return new Map(rows.map((account) => [account.key, account]));
}

/** Default names are in the language of the country. */
export async function loadAccountPlan(context: MemoryContext): Promise<AccountPlan> {
  const stored = await listStored(context);
  const { countryId } = await findSettings(context);
  const t = translators[languageOfCountry(countryId)];
  const find = (key: string, { number, label }: { number: string; label: MessageKey }): Account =>
    stored.get(key) ?? { key, number, label: (t as (key: MessageKey) => string)(label) };
  return {
    find: (key) => find(key, accountsOfKeys[key]),
    findByRate: (kind, tax) => find(keyOfTax(kind, tax), accountsByRate[kind]),
  };
}

/** The platform has no books. */
export async function listAccounts(context: MemoryContext): Promise<Account[]> {
  if (context.organizationId === ALL_ORGANIZATIONS) return [];
  const plan = await loadAccountPlan(context);
  const taxes = await listTaxes(context);
  return [
    ...accountKeys.map((key) => plan.find(key)),
    ...taxes.map((tax) => plan.findByRate("revenue", tax)),
    ...taxes.map((tax) => plan.findByRate("goods", tax)),
    ...taxes.filter(({ rate }) => rate > 0).map((tax) => plan.findByRate("tax", tax)),
  ];
}

/** @throws HttpError 422 for an account that is not among those of the list, or named twice */
export async function setAccounts(call: Call<typeof accounting.setAccounts>): Promise<Account[]> {
  const { db, organizationId, body, now, record } = call;
  const known = new Map((await listAccounts(call)).map((account) => [account.key, account]));
  const seen = new Set<string>();
  body.accounts.forEach(({ key }, index) => {
    if (!known.has(key) || seen.has(key))
      throw invalidFields({ [`accounts.${index}.key`]: [message("accounting.unknownAccount")] });
    seen.add(key);
  });
  const changed = body.accounts.filter(
    ({ key, number, label }) => known.get(key)?.number !== number || known.get(key)?.label !== label,
  );
  if (changed.length > 0)
    await db
      .insertInto("accounting_accounts")
      .values(changed.map((account) => ({ organization_id: organizationId, ...account, updated_at: now })))
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "key"]).doUpdateSet((update) => ({
          number: update.ref("excluded.number"),
          label: update.ref("excluded.label"),
          updated_at: update.ref("excluded.updated_at"),
        })),
      )
      .execute();
  const numbersOf = (accounts: readonly Account[]) =>
    Object.fromEntries(accounts.map((one) => [one.key, `${one.number} ${one.label}`]));
  record({
    subjectId: organizationId,
    before: numbersOf(changed.flatMap(({ key }) => known.get(key) ?? [])),
    after: numbersOf(changed),
  });
  return listAccounts(call);
}
