/** Offer of what somebody wants to buy: its price, what it grants, and what stands against it. */
import type { OrderQuote, PassKind } from "#contract/orders.ts";
import { beginsWithin, hasRightToWithdraw, lastDayToWithdraw } from "#contract/orders-withdrawal-rules.ts";
import { datesOfSale } from "#contract/packs-rules.ts";
import { countryCodeOf } from "#contract/general-countries-rules.ts";
import { listHolidays } from "#server/hours/holidays.ts";
import { invalidFields, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { copyTerms as copyPackTerms, holdPackTypeForSale } from "#server/packs/sell.ts";
import { findPackType } from "#server/packs/type-queries.ts";
import { readSaleTaxRates } from "#server/products/sale-rate.ts";
import { computeOffer } from "#server/subscriptions/offer.ts";
import { findTypeForSale, lockTypeForSale } from "#server/subscriptions/sell.ts";
import { copyTerms } from "#server/subscriptions/terms.ts";
import { type Buyer, findBuyer, findCategories, findMinorRefusal } from "./buyer.ts";
import type { OrderTerms } from "./rows.ts";
import { describePack, describeSubscription, sayDate } from "./describe.ts";

export interface Wanted {
  kind: PassKind;
  typeId: string;
  holderId?: string | undefined;
  startsOn?: string | undefined;
  /** It is sold now: its type is locked, so that the last place is sold once. */
  isSold?: boolean;
}

type Refusal = { at: OrderQuote["refusals"][number]["at"]; text: LocalizedMessage; isConflict: boolean };

export interface OrderOffer {
  buyer: Buyer | undefined;
  holder: Buyer["holders"][number] | null;
  /** Categories of the holder. */
  roleIds: number[];
  description: string | null;
  agreed: Omit<OrderTerms, "consent">;
  productId: string;
  taxRateId: string | null;
  startsOn: string | null;
  endsOn: string | null;
  /** Minor units. */
  price: number;
  wholePrice: number;
  joiningFee: number;
  currency: string;
  refusals: Refusal[];
  withdrawal: OrderQuote["withdrawal"];
  mustSayAdult: boolean;
}

/** @returns the last day to withdraw from what is bought on a day; null where the law knows no such right */
export async function findLastDay(
  context: Pick<Call, "db" | "organizationId" | "now" | "memory">,
  boughtOn: string,
): Promise<string | null> {
  const country = countryCodeOf((await findSettings(context)).countryId);
  if (!hasRightToWithdraw(country)) return null;
  const year = Number(boughtOn.slice(0, 4));
  const holidays = new Set<string>();
  for (const one of [year, year + 1])
    for (const { date } of await listHolidays(country ?? "FR", one, "en")) holidays.add(date);
  return lastDayToWithdraw(boughtOn, (date) => holidays.has(date));
}

const unknownType = () => invalidFields({ typeId: [message("orders.notOnSale")] });
const refuse = (at: Refusal["at"], text: LocalizedMessage): Refusal => ({ at, text, isConflict: false });

async function computeSubscriptionOffer(
  context: RequestContext,
  wanted: Wanted,
  holderId: string | undefined,
  today: string,
) {
  const { language } = context;
  const { type, productId } = await (wanted.isSold ? lockTypeForSale : findTypeForSale)(
    context,
    wanted.typeId,
    "typeId",
  );
  if (!type.soldOnline) throw unknownType();
  const { term, refusals } = await computeOffer(context, type, { customerId: holderId, startsOn: wanted.startsOn });
  const past = message("orders.startsInPast", { date: sayDate(language, today) });
  return {
    name: type.name,
    ...{ description: type.description, productId, price: term.price, wholePrice: type.price },
    ...{ joiningFee: type.joiningFee, startsOn: term.from, endsOn: term.to, termsText: type.termsText },
    words: await describeSubscription(context, type, term),
    parts: { subscription: { type, term, terms: await copyTerms(context, type) } },
    roleIds: [] as number[],
    refusals: [
      ...refusals.map(({ at, text, isConflict }) => ({
        ...{ at: at === "customerId" ? ("holderId" as const) : at, text, isConflict },
      })),
      ...(term.from < today ? [refuse("startsOn", past)] : []),
    ],
  };
}

async function computePackOffer(context: RequestContext, { typeId }: Wanted, today: string) {
  const { productId } = await holdPackTypeForSale(context, typeId, "typeId");
  const type = await findPackType(context, typeId);
  if (!type.soldOnline) throw unknownType();
  const { startsOn, expiresOn } = datesOfSale(type, today);
  const { name, price, roleIds } = type;
  return {
    ...{ name, description: null, productId, price, wholePrice: price, joiningFee: 0 },
    ...{ startsOn, endsOn: expiresOn, termsText: null, roleIds },
    words: await describePack(context, type),
    parts: { pack: { terms: await copyPackTerms(context, type) } },
    refusals: [] as Refusal[],
  };
}

/** @throws HttpError 422 on `typeId` for what is not on sale, on `holderId` for somebody else */
export async function computeOrderOffer(context: RequestContext, wanted: Wanted): Promise<OrderOffer> {
  const { user, now } = context;
  const { timezone, currency } = await findSettings(context);
  const today = localDateOf(timezone, now);
  const buyer = await findBuyer(context, user.id);
  const asked = wanted.holderId?.toLowerCase();
  const holder = buyer?.holders.find(({ id, isSelf }) => (asked === undefined ? isSelf : id === asked)) ?? null;
  if (asked !== undefined && !holder) throw invalidFields({ holderId: [message("orders.holderUnknown")] });
  const {
    parts,
    roleIds: forRoles,
    ...pass
  } = wanted.kind === "pack"
    ? await computePackOffer(context, wanted, today)
    : await computeSubscriptionOffer(context, wanted, holder?.id, today);
  const roleIds = holder ? await findCategories(context, holder.id) : [];
  const taxRateIdOf = await readSaleTaxRates(context);
  const minor = buyer ? findMinorRefusal(buyer, today) : message("orders.noCustomer");
  const isForOthers = forRoles.length > 0 && holder !== null && !forRoles.some((id) => roleIds.includes(id));
  const lastDay = await findLastDay(context, today);
  const { name, words, termsText, joiningFee, refusals, ...facts } = pass;
  return {
    ...{ buyer, holder, roleIds, currency, ...facts, joiningFee },
    agreed: { name, words, termsText, joiningFee, ...parts },
    taxRateId: taxRateIdOf({
      ...{ productId: pass.productId, kind: wanted.kind, roleIds },
    }),
    refusals: [
      ...(minor ? [refuse("holderId", minor)] : []),
      ...(isForOthers ? [refuse("holderId", message("orders.otherCategory", { name, holder: holder.name }))] : []),
      ...refusals,
    ],
    withdrawal:
      lastDay === null
        ? null
        : { by: lastDay, mustAsk: pass.startsOn === null || beginsWithin(pass.startsOn, lastDay) },
    mustSayAdult: buyer !== undefined && buyer.birth_date === null,
  };
}
