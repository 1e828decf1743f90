/** Stripe's cards on file: saves them on a Checkout page (mode `setup`), and charges them off-session. */
import type { Stripe } from "stripe";
import {
  type CardCharge,
  type CardChargeParams,
  type CardFace,
  type CardRefusal,
  type CardsOnFile,
  type CardSetupParams,
  ProviderRefusal,
} from "#server/payments/provider.ts";
import { metadataOf } from "./checkout-sessions.ts";
import { forAccount, loadSdk, lockedTimeout, send } from "./client.ts";

/** @throws Error for what is no card: the page takes none else */
function toFace({ id, card }: Stripe.PaymentMethod): CardFace {
  if (!card) throw new Error(`The payment method ${id} is no card`);
  return { methodId: id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}

/** Answers of the bank after which the card takes nothing more. */
const unusableCodes: ReadonlySet<string> = new Set([
  ...["lost_card", "stolen_card", "pickup_card", "restricted_card", "expired_card", "invalid_account"],
  ...["new_account_information_available", "revocation_of_authorization", "revocation_of_all_authorizations"],
  "stop_payment_order",
]);

function refusalOf({ code, decline_code }: Stripe.errors.StripeCardError): CardRefusal {
  const codes = [code, decline_code].filter((one) => one !== undefined);
  if (codes.includes("authentication_required")) return "authentication";
  return codes.some((one) => unusableCodes.has(one)) ? "unusable" : "declined";
}

const isMissing = (error: unknown): boolean => error instanceof ProviderRefusal && error.code === "resource_missing";

const createCustomer = async (
  { appContext }: Parameters<CardsOnFile["createSetup"]>[0],
  { organizationId, cardId, email }: CardSetupParams,
  account: string | null,
): Promise<string> => {
  const { id } = await send(appContext, (stripe) =>
    stripe.customers.create(
      { email, metadata: { organizationId } },
      { idempotencyKey: `customer-${cardId}`, ...forAccount(account) },
    ),
  );
  return id;
};

async function findRefusal(error: unknown): Promise<CardCharge | undefined> {
  if (!(error instanceof ProviderRefusal)) return undefined;
  const { StripeCardError } = (await loadSdk()).Stripe.errors;
  const { cause, message: failure } = error;
  if (cause instanceof StripeCardError)
    return { refusal: refusalOf(cause), sessionId: cause.payment_intent?.id ?? null, failure };
  // The card or its customer is not there any more.
  const isGone = isMissing(error) || error.param === "payment_method" || error.param === "customer";
  return isGone ? { refusal: "unusable", sessionId: null, failure } : undefined;
}

function customerIdOf({ id, customer }: Stripe.Checkout.Session): string {
  if (customer === null) throw new Error(`The page ${id} saves a card for nobody`);
  return typeof customer === "string" ? customer : customer.id;
}

const MAX_LISTED = 100;

export const cards: CardsOnFile = {
  async createSetup(context, params, account) {
    const customerId = params.customerId ?? (await createCustomer(context, params, account));
    const metadata = { organizationId: params.organizationId, cardId: params.cardId };
    const session = await send(context.appContext, (stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: "setup",
          allowed_payment_method_types: ["card"],
          customer: customerId,
          expires_at: Math.floor(params.expiresAt.getTime() / 1000),
          locale: params.language,
          success_url: params.successUrl,
          cancel_url: params.cancelUrl,
          metadata,
          setup_intent_data: { metadata },
        },
        { idempotencyKey: params.cardId, ...forAccount(account) },
      ),
    );
    if (!session.url) throw new Error(`The page ${session.id} has no address`);
    return { id: session.id, url: session.url, customerId };
  },

  async retrieveSetup({ appContext }, { sessionId, account }) {
    const session = await send(appContext, (stripe) =>
      stripe.checkout.sessions.retrieve(
        sessionId,
        { expand: ["setup_intent.payment_method", "payment_intent.payment_method"] },
        { ...forAccount(account), ...lockedTimeout },
      ),
    );
    const ofSetup = typeof session.setup_intent === "object" ? session.setup_intent : null;
    const ofPayment = typeof session.payment_intent === "object" ? session.payment_intent : null;
    const saved = (ofSetup ?? ofPayment)?.payment_method;
    const method = typeof saved === "object" ? saved : null;
    // The intent of a payment has a card after a refusal, too.
    if (session.status === "complete" && session.payment_status !== "unpaid" && method)
      return { state: "saved", face: toFace(method), customerId: customerIdOf(session) };
    return { state: session.status === "expired" ? "expired" : "open" };
  },

  async retrieveCard({ appContext }, methodId, account) {
    try {
      const method = await send(appContext, (stripe) =>
        stripe.paymentMethods.retrieve(methodId, {}, forAccount(account)),
      );
      return method.customer === null ? null : toFace(method);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  },

  async charge({ appContext }, params: CardChargeParams, account) {
    try {
      const { id } = await send(appContext, (stripe) =>
        stripe.paymentIntents.create(
          {
            amount: params.amount,
            currency: params.currency.toLowerCase(),
            customer: params.customerId,
            payment_method: params.methodId,
            allowed_payment_method_types: ["card"],
            off_session: true,
            confirm: true,
            description: params.title,
            metadata: metadataOf(params),
            ...(account && params.applicationFee > 0 && { application_fee_amount: params.applicationFee }),
          },
          { idempotencyKey: params.paymentId, ...forAccount(account), ...lockedTimeout },
        ),
      );
      return { refusal: null, sessionId: id };
    } catch (error) {
      const refused = await findRefusal(error);
      if (!refused) throw error;
      return refused;
    }
  },

  async findCharge({ appContext }, { customerId, paymentId }, account) {
    const { data } = await send(appContext, (stripe) =>
      stripe.paymentIntents.list(
        { customer: customerId, limit: MAX_LISTED },
        { ...forAccount(account), ...lockedTimeout },
      ),
    );
    return data.find(({ metadata }) => metadata["paymentId"] === paymentId)?.id ?? null;
  },

  async forgetCard({ appContext }, methodId, account) {
    await send(appContext, (stripe) => stripe.paymentMethods.detach(methodId, {}, forAccount(account)));
  },

  async forgetCustomer({ appContext }, customerId, account) {
    await send(appContext, (stripe) => stripe.customers.del(customerId, {}, forAccount(account)));
  },
};
