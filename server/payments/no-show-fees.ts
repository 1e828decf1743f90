/**
 * Fees for no-shows: the mark charges whoever booked what they were told before booking, and ends it when it is taken back.
 * The caller has locked the booking.
 */
import { UNDO_MS } from "#contract/events-states-rules.ts";
import { languageOfCountry } from "#contract/general-countries-rules.ts";
import {
  endSaleCharge,
  findNoShowFee,
  findEndedFee,
  insertSaleCharges,
  lockSaleCharge,
  reopenSaleCharge,
  type SaleChargeRow,
  wasRefunded,
} from "#server/charges/sale-charges.ts";
import { findCustomerRecipient } from "#server/customers/mail.ts";
import { findPresentCustomer, lockCustomer } from "#server/customers/queries.ts";
import {
  publish,
  type DomainEvents,
  type RequestContext,
  type TenantContext,
} from "#server/kit/events/domain-events.ts";
import { cancelQueuedMails, enqueueMail } from "#server/kit/mail/outbox.ts";
import { insertLiveChange } from "#server/kit/notify/live-changes.ts";
import type { Job } from "#server/kit/process/jobs.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findOrganization, findSettings } from "#server/organizations/queries.ts";
import { findPricingRoleIds } from "#server/prices/pricing-roles.ts";
import { findProductOfKind } from "#server/products/queries.ts";
import { findSaleTaxRateId } from "#server/products/sale-rate.ts";
import { dateFormats } from "#messages/dates.ts";
import { lockEvent } from "./ledger.ts";
import { type NoShowMailKind, noShowMails } from "./no-show-mail.ts";
import { refundNewestFirst } from "./refunds.ts";

declare module "#server/kit/events/domain-events.ts" {
  interface JobEvents {
    /** A person with an account owes the fee of a no-show, and may be told until then that they do not. */
    "payments.noShowFeeCharged": { chargeId: string; eventId: string; userId: string; heldUntil: Date };
    "payments.noShowFeeEnded": { chargeId: string };
  }
}

const findPlace = ({ db, organizationId }: TenantContext, eventId: string) =>
  db
    .selectFrom("events")
    .innerJoin("fields", (join) =>
      join.onRef("fields.organization_id", "=", "events.organization_id").onRef("fields.id", "=", "events.field_id"),
    )
    .innerJoin("facilities", (join) =>
      join
        .onRef("facilities.organization_id", "=", "events.organization_id")
        .onRef("facilities.id", "=", "events.facility_id"),
    )
    .select(["events.id", "events.customer_id", "events.user_id", "events.start_time", "events.end_time"])
    .select(["fields.name as field", "facilities.name as facility", "facilities.timezone", "events.facility_id"])
    .where("events.organization_id", "=", organizationId)
    .where("events.id", "=", eventId)
    .executeTakeFirstOrThrow();
type Place = Awaited<ReturnType<typeof findPlace>>;

const findTranslator = async (context: TenantContext) => {
  const language = languageOfCountry((await findSettings(context)).countryId);
  return { language, t: translators[language] };
};

type Fee = Pick<SaleChargeRow, "id" | "customer_id" | "amount" | "currency">;

/** Tells whoever owes it, who need not be the customer of the booking any more, once the time to undo is over. */
async function notifyOfFee(
  context: TenantContext,
  kind: NoShowMailKind,
  { place, charge }: { place: Place; charge: Fee },
): Promise<void> {
  const { db, now, appContext, organizationId } = context;
  const { field, facility, timezone } = place;
  const { customer_id } = charge;
  const { user_id = null } = (customer_id && (await findPresentCustomer(db, organizationId, customer_id))) || {};
  const to = await findCustomerRecipient(db, organizationId, { customer_id, user_id });
  if (!to) return;
  const { name: organization, phone, email } = await findOrganization(db, organizationId);
  const { amount, currency } = charge;
  await enqueueMail(context, {
    ...{ to: to.email, language: to.language, template: noShowMails[kind], about: charge.id },
    after: new Date(now.getTime() + UNDO_MS),
    params: {
      ...{ organization, timezone, contact: phone ?? email, field, facility, amount, currency },
      ...{ start: place.start_time.toISOString(), end: place.end_time.toISOString() },
      link: user_id === null ? null : `${appContext.config.appUrl}/organizations/${organizationId}/events/${place.id}`,
    },
  });
}

/** Nothing is charged twice. */
async function chargeFee(
  context: RequestContext,
  { id: eventId, customer_id: customerId, no_show_fee: fee, currency }: DomainEvents["events.noShowMarked"]["event"],
): Promise<void> {
  const { db, now, organizationId } = context;
  if (fee === null || customerId === null) return;
  await lockCustomer(db, organizationId, customerId);
  if (await findNoShowFee(db, organizationId, eventId)) return;
  const product = await findProductOfKind(context, "fee", null);
  if (!product) throw new Error("No product is there to charge the fee of a no-show under");
  const place = await findPlace(context, eventId);
  // It was paid, taken back by a slip, and the money is still here.
  if (await reopenEnded(context, place, ({ customer_id, settled }) => customer_id === customerId && settled > 0))
    return;
  const { t, language } = await findTranslator(context);
  const roleIds = await findPricingRoleIds(context, { customerId });
  const { vatProfile, vatRate } = await findSettings(context);
  const date = dateFormats(language, place.timezone).day(place.start_time);
  const name = t("payments.noShowFeeLabel", { field: place.field, date });
  const [chargeId = ""] = await insertSaleCharges(
    context,
    { customerId, currency, vatRate: vatProfile === "standard" ? vatRate : 0 },
    [
      {
        ...{ product: { id: product.id, name, price: fee, kind: "fee" }, quantity: 1, unitPrice: fee },
        ...{ priceReason: null, feeOf: eventId },
        taxRateId: await findSaleTaxRateId(context, { productId: product.id, kind: "fee", roleIds }),
      },
    ],
  );
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: chargeId, at: now });
  await tellFee(context, place, { id: chargeId, customer_id: customerId, amount: fee, currency });
}

async function tellFee(context: TenantContext, place: Place, charge: Fee): Promise<void> {
  await notifyOfFee(context, "noShowFee", { place, charge });
  const { id: eventId, user_id: userId } = place;
  const heldUntil = new Date(context.now.getTime() + UNDO_MS);
  if (userId !== null && charge.customer_id === place.customer_id)
    await publish(context, "payments.noShowFeeCharged", { chargeId: charge.id, eventId, userId, heldUntil });
}

/**
 * Ends the fee: an invoice over it gets its credit note, and the money that was paid goes back to where it came from, once the
 * time to undo is over.
 */
async function endFee(
  context: TenantContext,
  eventId: string,
  { by, why }: { by: string | null; why: "taken back" | "waived" | "canceled" },
): Promise<void> {
  const { db, now, appContext, organizationId } = context;
  const found = await findNoShowFee(db, organizationId, eventId);
  if (!found) return;
  const place = await findPlace(context, eventId);
  if (found.customer_id !== null) await lockCustomer(db, organizationId, found.customer_id);
  const charge = await lockSaleCharge(db, organizationId, found.id);
  if (charge.void_reason !== null) return;
  const { t } = await findTranslator(context);
  const reason = t(reasons[why]);
  await endSaleCharge(context, charge, { reason, by });
  if (charge.settled > 0) {
    const job = { organizationId, eventId, chargeId: charge.id };
    await appContext.jobs.send(db, refundEndedFees.name, job, { after: new Date(now.getTime() + UNDO_MS) });
  }
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: charge.id, at: now });
  await publish(context, "payments.noShowFeeEnded", { chargeId: charge.id });
  // Nobody hears of a fee that was taken back at once.
  const withdrawn = await cancelQueuedMails(context, charge.id);
  if (withdrawn.length === 0) await notifyOfFee(context, "noShowFeeEnded", { place, charge });
}

export const refundEndedFees: Job = {
  name: "payments.refund-no-show-fee",
  async run(appContext, { organizationId, eventId, chargeId }) {
    await appContext.db.transaction().execute(async (db) => {
      const context = { db, appContext, now: appContext.clock.now(), organizationId: String(organizationId) };
      const { facility_id } = await lockEvent(db, context.organizationId, String(eventId));
      const charge = await lockSaleCharge(db, context.organizationId, String(chargeId));
      if (charge.void_reason === null || charge.settled === 0) return;
      await refundNewestFirst(context, {
        ...{ key: { chargeId: charge.id }, amount: charge.settled },
        ...{ reason: charge.void_reason, requestedBy: charge.voided_by },
        ...{ facilityIds: [facility_id], how: { isAutomatic: true } },
      });
    });
  },
};

const reasons = {
  "taken back": "payments.noShowTakenBack",
  waived: "payments.noShowWaived",
  canceled: "payments.noShowCanceled",
} as const;

export const followNoShow = (
  context: RequestContext,
  { event, isNoShow, withFee }: DomainEvents["events.noShowMarked"],
): Promise<void> =>
  isNoShow && withFee
    ? chargeFee(context, event)
    : endFee(context, event.id, { by: context.user.id, why: isNoShow ? "waived" : "taken back" });

/** A booking that does not take place has no no-show. */
export const endFeeOfCanceled = (context: RequestContext, { eventId }: { eventId: string }): Promise<void> =>
  endFee(context, eventId, { by: context.user.id, why: "canceled" });

/** Takes the end of the last fee back: whoever was told of its end is told again. @returns false where none was ended so */
async function reopenEnded(
  context: TenantContext,
  place: Place,
  isWanted: (charge: SaleChargeRow) => boolean,
): Promise<boolean> {
  const { db, now, organizationId } = context;
  const ended = await findEndedFee(db, organizationId, place.id);
  if (!ended) return false;
  const charge = await lockSaleCharge(db, organizationId, ended.id);
  if (!isWanted(charge) || (await wasRefunded(context, charge))) return false;
  await reopenSaleCharge(context, charge.id);
  await insertLiveChange(db, { organizationId, module: "payments", subjectId: charge.id, at: now });
  const withdrawn = await cancelQueuedMails(context, charge.id);
  if (!withdrawn.some(({ template }) => template === noShowMails.noShowFeeEnded.name))
    await tellFee(context, place, charge);
  return true;
}

/** The fee that a cancellation has ended is owed again, but where it was waived before. */
export async function reopenFee(context: TenantContext, { eventId }: { eventId: string }): Promise<void> {
  const { attendance, no_show_waived_at: waivedAt } = await lockEvent(context.db, context.organizationId, eventId);
  if (attendance === "no_show" && waivedAt === null)
    await reopenEnded(context, await findPlace(context, eventId), () => true);
}
