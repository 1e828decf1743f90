/** Computes what a membership costs a customer from a day on, and what stands against its sale. */
import type { SubscriptionOffer, SubscriptionType, subscriptions } from "#contract/subscriptions.ts";
import { ageOn, dayOfAge, fitsAge, offerTerm, type TermOffer } from "#contract/subscriptions-rules.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { sql } from "kysely";
import type { Database } from "#server/kit/db/database.ts";
import { invalidFields, message, renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { addDays, localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { findOrganizationOfType, findSubscriptionType } from "./type-queries.ts";

/** Days before and after today on which a membership that is sold may begin. */
const MAX_DAYS_BACK = 31;
const MAX_DAYS_AHEAD = 366;

export interface SaleRefusal {
  at: SubscriptionOffer["refusals"][number]["at"];
  text: LocalizedMessage;
  /** Nobody may sell beyond it. */
  isFinal: boolean;
  /** It is about what others hold, and not about what was asked for. */
  isConflict: boolean;
}

export interface SaleContext {
  db: Database;
  organizationId: string;
  now: Date;
  language: Language;
}

const bound = (at: SaleRefusal["at"], text: LocalizedMessage): SaleRefusal => ({
  ...{ at, text, isFinal: false, isConflict: false },
});

async function findBuyer({ db, organizationId }: SaleContext, customerId: string) {
  const found = await db
    .selectFrom("customers")
    .select(["id", "kind", "name", "birth_date"])
    .where("organization_id", "=", organizationId)
    .where("id", "=", customerId)
    .where("merged_into_id", "is", null)
    .where("archived_at", "is", null)
    .executeTakeFirst();
  if (!found) throw invalidFields({ customerId: [message("customers.unknown")] });
  return found;
}
type Buyer = Awaited<ReturnType<typeof findBuyer>>;

export function findAgeRefusal(
  type: Pick<SubscriptionType, "name" | "minAge" | "maxAge" | "ageOn" | "seasonStart">,
  { name, birth_date }: Pick<Buyer, "name" | "birth_date">,
  startsOn: string,
  language: Language,
): LocalizedMessage | undefined {
  const { minAge, maxAge } = type;
  if (minAge === null && maxAge === null) return undefined;
  if (birth_date === null) return message("subscriptions.birthDateUnknown", { name, type: type.name });
  const day = dayOfAge(type, startsOn);
  const age = ageOn(birth_date, day);
  if (fitsAge(age, type)) return undefined;
  const values = { type: type.name, name, age, date: dateFormats(language, "UTC").date(`${day}T12:00:00Z`) };
  if (minAge === null) return message("subscriptions.ageAtMost", { ...values, max: maxAge ?? 0 });
  if (maxAge === null) return message("subscriptions.ageAtLeast", { ...values, min: minAge });
  return message("subscriptions.age", { ...values, min: minAge, max: maxAge });
}

/** Memberships of a type whose days touch a span; one that renews has no end. */
const selectHeldIn = ({ db, organizationId }: SaleContext, typeId: string, { from, to }: TermOffer, today: string) =>
  db
    .selectFrom("subscriptions")
    .where("organization_id", "=", organizationId)
    .where("type_id", "=", typeId)
    .where("canceled_on", "is", null)
    .where("holds_until", ">=", today)
    .where("starts_on", "<=", to)
    .where(sql<boolean>`(renews or ends_on >= ${from})`);

/** Orders that wait for their payment: each has its place until then. */
const selectOpenOrders = ({ db, organizationId }: SaleContext, typeId: string) =>
  db
    .selectFrom("orders")
    .where("organization_id", "=", organizationId)
    .where("subscription_type_id", "=", typeId)
    .where("state", "=", "open");

/** @returns null where a type has no limit */
async function countPlacesLeft(
  context: SaleContext,
  { id, capacity }: Pick<SubscriptionType, "id" | "capacity">,
  term: TermOffer,
  today: string,
): Promise<number | null> {
  if (capacity === null) return null;
  const { count } = await selectHeldIn(context, id, term, today)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  const { ordered } = await selectOpenOrders(context, id)
    .select(({ fn }) => fn.countAll<string>().as("ordered"))
    .executeTakeFirstOrThrow();
  return Math.max(0, capacity - Number(count) - Number(ordered));
}

const refuseFull = ({ name, capacity }: SubscriptionType): SaleRefusal => ({
  ...{ at: "typeId", text: message("subscriptions.full", { name, count: capacity ?? 0 }) },
  ...{ isFinal: false, isConflict: true },
});

/** A membership that is being bought online is not sold a second time meanwhile. */
async function findOrderRefusal(
  context: SaleContext,
  { id, name }: Pick<SubscriptionType, "id" | "name">,
  buyer: Buyer,
): Promise<SaleRefusal | undefined> {
  const ordered = await selectOpenOrders(context, id).select("id").where("holder_id", "=", buyer.id).executeTakeFirst();
  if (!ordered) return undefined;
  const text = message("subscriptions.beingBought", { customer: buyer.name, name });
  return { at: "customerId", text, isFinal: true, isConflict: true };
}

async function findHeldRefusal(
  context: SaleContext,
  { id, name }: SubscriptionType,
  buyer: Buyer,
  { term, today }: { term: TermOffer; today: string },
): Promise<SaleRefusal | undefined> {
  const held = await selectHeldIn(context, id, term, today)
    .select("ends_on")
    .where("customer_id", "=", buyer.id)
    .orderBy("ends_on", "desc")
    .executeTakeFirst();
  if (!held) return findOrderRefusal(context, { id, name }, buyer);
  const date = dateFormats(context.language, "UTC").date(`${held.ends_on}T12:00:00Z`);
  const text = message("subscriptions.heldAlready", { customer: buyer.name, name, date });
  return { at: "customerId", text, isFinal: true, isConflict: true };
}

function findDateRefusals(
  { name, saleFrom, saleTo }: SubscriptionType,
  { startsOn, today, language }: { startsOn: string; today: string; language: Language },
): SaleRefusal[] {
  const { date } = dateFormats(language, "UTC");
  const said = (local: string) => date(`${local}T12:00:00Z`);
  const final = (text: LocalizedMessage): SaleRefusal => ({ ...bound("startsOn", text), isFinal: true });
  const [first, last] = [addDays(today, -MAX_DAYS_BACK), addDays(today, MAX_DAYS_AHEAD)];
  return [
    ...(startsOn < first ? [final(message("subscriptions.startsTooEarly", { date: said(first) }))] : []),
    ...(startsOn > last ? [final(message("subscriptions.startsTooLate", { date: said(last) }))] : []),
    ...(saleFrom !== null && today < saleFrom
      ? [bound("typeId", message("subscriptions.soldFrom", { name, date: said(saleFrom) }))]
      : []),
    ...(saleTo !== null && today > saleTo
      ? [bound("typeId", message("subscriptions.soldUntil", { name, date: said(saleTo) }))]
      : []),
  ];
}

async function listBuyerRefusals(
  context: SaleContext,
  type: SubscriptionType,
  buyer: Buyer,
  days: { term: TermOffer; today: string },
): Promise<SaleRefusal[]> {
  if (buyer.kind === "company")
    return [{ ...bound("customerId", message("subscriptions.peopleOnly", { name: buyer.name })), isFinal: true }];
  const held = await findHeldRefusal(context, type, buyer, days);
  const age = findAgeRefusal(type, buyer, days.term.from, context.language);
  return [...(held ? [held] : []), ...(age ? [bound("customerId", age)] : [])];
}

/** The caller has locked the customer and the type where it sells. @throws HttpError 422 on `customerId` */
export async function computeOffer(
  context: SaleContext,
  type: SubscriptionType,
  { customerId, startsOn }: { customerId?: string | undefined; startsOn?: string | undefined },
): Promise<{ term: TermOffer; refusals: SaleRefusal[]; placesLeft: number | null }> {
  const { timezone } = await findSettings(context);
  const today = localDateOf(timezone, context.now);
  const term = offerTerm(type, startsOn ?? today);
  const ofBuyer =
    customerId === undefined
      ? []
      : await listBuyerRefusals(context, type, await findBuyer(context, customerId), { term, today });
  const placesLeft = await countPlacesLeft(context, type, term, today);
  return {
    ...{ term, placesLeft },
    refusals: [
      ...ofBuyer,
      ...findDateRefusals(type, { startsOn: term.from, today, language: context.language }),
      ...(placesLeft === 0 ? [refuseFull(type)] : []),
    ],
  };
}

/** @throws HttpError 404, 422 on `customerId` */
export async function readOffer(call: Call<typeof subscriptions.offer>): Promise<SubscriptionOffer> {
  const { params, query, t } = call;
  const organizationId = await findOrganizationOfType(call, params.subscriptionTypeId);
  const context = { ...call, organizationId };
  const type = await findSubscriptionType(context, params.subscriptionTypeId);
  const { term, refusals } = await computeOffer(context, type, query);
  const { currency } = await findSettings(context);
  return {
    ...{ startsOn: term.from, endsOn: term.to, price: term.price, wholePrice: type.price, prorated: term.prorated },
    ...{ joiningFee: type.joiningFee, currency, dueNow: term.price + type.joiningFee },
    refusals: refusals.map(({ at, text }) => ({ at, text: renderMessage(t, text) })),
  };
}
