/** Mails gift vouchers to whom they are given. */
import type { TenantContext } from "#server/kit/events/domain-events.ts";
import { enqueueMail } from "#server/kit/mail/outbox.ts";
import { localDateOf } from "#server/kit/process/timezone.ts";
import type { Language } from "#messages/translator.ts";
import { voucherMail } from "./mail.ts";
import { findNamedVoucher } from "./queries.ts";

const FIRST_HOUR = 8;

/** From 8 in the morning of its day, by the clock of the organization. */
export function isTimeToDeliver(deliverOn: string, timezone: string, now: Date): boolean {
  const today = localDateOf(timezone, now);
  if (deliverOn !== today) return deliverOn < today;
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).hour >= FIRST_HOUR;
}

/** Once. The caller holds the voucher. */
export async function deliverVoucher(context: TenantContext, id: string): Promise<void> {
  const { db, now, organizationId } = context;
  const row = await findNamedVoucher(db, organizationId, id);
  if (row.recipient_email === null || row.delivered_at !== null || row.canceled_at !== null) return;
  await db
    .updateTable("vouchers")
    .set({ delivered_at: now, updated_at: now })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await enqueueMail(context, {
    ...{ to: row.recipient_email, language: row.language as Language, template: voucherMail, about: id },
    params: {
      ...{ organizationId, voucherId: id, organization: row.organization_name, from: row.buyer_name },
      ...{ name: row.recipient_name, text: row.message, amount: row.amount, currency: row.currency },
      ...{ code: row.code, expiresOn: row.expires_on },
    },
  });
}
