/** Lists what members buy by themselves, as its reader would get it today. */
import type { orders, PassOnSale, Shop } from "#contract/orders.ts";
import type { PackType } from "#contract/packs.ts";
import type { SubscriptionType } from "#contract/subscriptions.ts";
import { ALL_ORGANIZATIONS } from "#server/kit/db/database.ts";
import { message, renderMessage, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import type { Call } from "#server/kit/http/serve-module.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import { findSettings } from "#server/organizations/queries.ts";
import { listPackTypes } from "#server/packs/type-queries.ts";
import { findPaymentObstacle } from "./ways-to-pay.ts";
import { computeOffer } from "#server/subscriptions/offer.ts";
import { listSubscriptionTypes } from "#server/subscriptions/type-queries.ts";
import { type Buyer, findBuyer, findCategories, findMinorRefusal } from "./buyer.ts";
import { describePack, describeSubscription } from "./describe.ts";

type ShopCall = Call<typeof orders.shop>;

interface Reader {
  buyer: Buyer | undefined;
  today: string;
  currency: string;
}

/** Why nobody of the holders can have it; null: one can. */
async function findHoldersRefusal(
  { buyer }: Reader,
  refusalOf: (holderId: string | undefined) => Promise<LocalizedMessage | null>,
): Promise<LocalizedMessage | null> {
  let first: LocalizedMessage | null = null;
  for (const holderId of buyer ? buyer.holders.map(({ id }) => id) : [undefined]) {
    const refusal = await refusalOf(holderId);
    if (!refusal) return null;
    first ??= refusal;
  }
  return first;
}

async function toSubscription(call: ShopCall, reader: Reader, type: SubscriptionType): Promise<PassOnSale> {
  const { t } = call;
  const { term, placesLeft } = await computeOffer(call, type, {});
  const refusal = await findHoldersRefusal(reader, async (customerId) => {
    const { refusals } = await computeOffer(call, type, { customerId });
    return refusals[0]?.text ?? null;
  });
  return {
    ...{ kind: "subscription", typeId: type.id, name: type.name, description: type.description },
    ...{ price: term.price, joiningFee: type.joiningFee, currency: reader.currency },
    words: await describeSubscription(call, type, term),
    left: placesLeft,
    refusal: refusal && renderMessage(t, refusal),
  };
}

async function toPack(call: ShopCall, reader: Reader, type: PackType): Promise<PassOnSale> {
  const { t } = call;
  const { id: typeId, name, price, roleIds } = type;
  const refusal = await findHoldersRefusal(reader, async (holderId) => {
    if (roleIds.length === 0 || holderId === undefined) return null;
    const own = await findCategories(call, holderId);
    const holder = reader.buyer?.holders.find(({ id }) => id === holderId)?.name ?? "";
    return roleIds.some((id) => own.includes(id)) ? null : message("orders.otherCategory", { name, holder });
  });
  return {
    ...{ kind: "pack", typeId, name, description: null, price, joiningFee: 0, currency: reader.currency },
    words: await describePack(call, type),
    left: null,
    refusal: refusal && renderMessage(t, refusal),
  };
}

export async function readShop(call: ShopCall): Promise<Shop> {
  const { now, user, t } = call;
  // The platform sells nothing.
  if (call.organizationId === ALL_ORGANIZATIONS) return { passes: [], refusal: null };
  const { timezone, currency } = await findSettings(call);
  const today = localDateOf(timezone, now);
  const reader = { buyer: await findBuyer(call, user.id), today, currency };
  const passes: PassOnSale[] = [];
  for (const type of await listSubscriptionTypes(call)) {
    const isOver = type.saleTo !== null && type.saleTo < today;
    if (type.active && type.soldOnline && !isOver) passes.push(await toSubscription(call, reader, type));
  }
  for (const type of await listPackTypes(call)) {
    const isOver = type.validUntil !== null && type.validUntil < today;
    if (type.active && type.soldOnline && !isOver) passes.push(await toPack(call, reader, type));
  }
  const most = Math.max(0, ...passes.map(({ price, joiningFee }) => price + joiningFee));
  const refusal =
    (reader.buyer ? findMinorRefusal(reader.buyer, today) : message("orders.noCustomer")) ??
    (most > 0
      ? await findPaymentObstacle(call, { customerId: reader.buyer?.id ?? null, amount: most, currency })
      : null);
  return { passes, refusal: refusal && renderMessage(t, refusal) };
}
