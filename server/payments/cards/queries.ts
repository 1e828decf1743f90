/** Cards on file in SQL. */
import type { Selectable } from "kysely";
import { type Card, type CardPurpose, type CardState, SavedCardPurpose, type OwnCard } from "#contract/card-shape.ts";
import { type Database, isAnyOf, isOfAnyOrganization } from "#server/kit/db/database.ts";
import type { CardsTable } from "#server/kit/db/tables.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import { findCustomer } from "#server/customers/queries.ts";
import type { payments } from "#contract/payments.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { CardFace, CardsOnFile, PaymentProvider, ProviderContext } from "#server/payments/provider.ts";
import { allProviders, findProvider } from "#server/payments/providers/registry.ts";

export type CardRow = Selectable<CardsTable>;

/** States of a card that its holder sees: it was saved, and is not removed. */
export const keptStates = ["active", "expired", "failing"] as const satisfies CardState[];

export const filterCards = (db: Database, organizationId: string) =>
  db.selectFrom("cards").selectAll().where("organization_id", "=", organizationId);

export const toColumns = ({ methodId, brand, last4, expMonth, expYear }: CardFace) => ({
  provider_method_id: methodId,
  brand,
  last4,
  exp_month: expMonth,
  exp_year: expYear,
});

export const serializeCard = (row: CardRow): Card => ({
  id: row.id,
  brand: row.brand ?? "",
  last4: row.last4 ?? "",
  expMonth: row.exp_month ?? 1,
  expYear: row.exp_year ?? 0,
  state: row.state as CardState,
  purposes: row.purposes as CardPurpose[],
  consented_at: row.consented_at.toISOString(),
});

/** The card that pays what is missing of a booking. */
export const findCardOfEvent = (db: Database, organizationId: string, eventId: string): Promise<CardRow | undefined> =>
  filterCards(db, organizationId).where("event_id", "=", eventId).where("state", "in", keptStates).executeTakeFirst();

/** The card that a customer keeps, whatever its state. */
export const findKeptCard = (db: Database, organizationId: string, customerId: string): Promise<CardRow | undefined> =>
  filterCards(db, organizationId)
    .where("customer_id", "=", customerId)
    .where("event_id", "is", null)
    .where("state", "in", keptStates)
    .executeTakeFirst();

export interface CardProvider {
  provider: PaymentProvider;
  cards: CardsOnFile;
  account: string | null;
}

/** The provider that keeps cards for an organization now, with the account that it charges them for. */
export async function findCardProvider(
  context: ProviderContext,
  organizationId: string,
): Promise<CardProvider | undefined> {
  for (const provider of allProviders) {
    const { cards } = provider;
    if (!cards) continue;
    const { account, refusal } = await provider.findAccount(context, organizationId);
    if (refusal === null) return { provider, cards, account };
  }
  return undefined;
}

/** @throws Error for a provider that keeps no cards */
export function findCards(provider: string | null): CardsOnFile {
  const { cards, name } = findProvider(provider);
  if (!cards) throw new Error(`${name} keeps no cards`);
  return cards;
}

export const hasExpired = ({ exp_month, exp_year }: CardRow, on: string): boolean =>
  exp_month !== null && exp_year !== null && on.slice(0, 7) > `${exp_year}-${String(exp_month).padStart(2, "0")}`;

export async function listCardsOfCustomer(call: Call<typeof payments.cardsOfCustomer>): Promise<Card[]> {
  const { id, organization } = await findCustomer(call.db, call.organizationId, call.params.customerId);
  const cards = await filterCards(call.db, organization.id)
    .where("customer_id", "=", id)
    .where("state", "in", keptStates)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return cards.map(serializeCard);
}

/** Organizations that charge fees: they sell a product of the kind by a price of its own. */
async function listOrganizationsWithFees(
  db: Database,
  organizationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("products")
    .select("organization_id")
    .distinct()
    .where(isOfAnyOrganization("organization_id", organizationIds))
    .where("kind", "=", "fee")
    .where("active", "=", true)
    .where("price", "is not", null)
    .execute();
  return new Set(rows.map(({ organization_id }) => organization_id));
}

/** Organizations where one holds a membership that renews, which charge fees, or where one keeps a card. */
export async function listOwnCards(call: Call<typeof payments.ownCards>): Promise<OwnCard[]> {
  const { db, user, now } = call;
  const customers = await db
    .selectFrom("customers")
    .innerJoin("organizations", "organizations.id", "customers.organization_id")
    .select(["customers.organization_id", "customers.id", "organizations.name", "organizations.timezone"])
    .where("customers.user_id", "=", user.id)
    .where("customers.merged_into_id", "is", null)
    .orderBy("organizations.name")
    .orderBy("organizations.id")
    .execute();
  if (customers.length === 0) return [];
  const organizationIds = customers.map((row) => row.organization_id);
  const ids = customers.map(({ id }) => id);
  const cards = await db
    .selectFrom("cards")
    .selectAll()
    .where(isOfAnyOrganization("organization_id", organizationIds))
    .where(isAnyOf("customer_id", ids))
    .where("event_id", "is", null)
    .where("state", "in", keptStates)
    .execute();
  const renewing = await db
    .selectFrom("subscriptions")
    .select(["customer_id", "holds_until"])
    .where(isOfAnyOrganization("organization_id", organizationIds))
    .where(isAnyOf("customer_id", ids))
    .where("renews", "=", true)
    .where("canceled_on", "is", null)
    .execute();
  const feesAt = await listOrganizationsWithFees(db, organizationIds);
  const own: OwnCard[] = [];
  for (const { organization_id, id, name, timezone } of customers) {
    const card = cards.find((row) => row.organization_id === organization_id && row.customer_id === id);
    const today = localDateOf(timezone, now);
    const renews = renewing.some(({ customer_id, holds_until }) => customer_id === id && holds_until >= today);
    const purposes = SavedCardPurpose.options.filter((purpose) =>
      purpose === "fees" ? feesAt.has(organization_id) : renews,
    );
    if (!card && purposes.length === 0) continue;
    const isOffered = purposes.length > 0 && (await findCardProvider(call, organization_id)) !== undefined;
    if (!card && !isOffered) continue;
    const organization = { id: organization_id, name };
    own.push({ organization, isOffered, purposes, card: card ? serializeCard(card) : null });
  }
  return own;
}

/** One's own, whatever its state. @throws HttpError 404 */
export const findOwnCard = (db: Database, userId: string, cardId: string): Promise<CardRow> =>
  db
    .selectFrom("cards")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "cards.organization_id")
        .onRef("customers.id", "=", "cards.customer_id"),
    )
    .selectAll("cards")
    .where("cards.id", "=", cardId)
    .where("cards.state", "<>", "removed")
    .where("customers.user_id", "=", userId)
    .executeTakeFirstOrThrow(notFound);
