/** The paper of a gift voucher. */
import { computeAccent } from "#contract/organizations-accent-rules.ts";
import { clubInitials } from "#contract/organizations-initials-rules.ts";
import type { vouchers } from "#contract/vouchers.ts";
import { formatVoucherCode } from "#contract/vouchers-code-rules.ts";
import { findLogo } from "#server/files/queries.ts";
import { readLogo } from "#server/files/stored-photos.ts";
import { contentDisposition } from "#server/kit/documents/csv.ts";
import { notFound } from "#server/kit/http/http-error.ts";
import type { RawCall } from "#server/kit/http/serve-module.ts";
import type { MailAttachment } from "#server/kit/mail/mail-template.ts";
import type { AppContext } from "#server/kit/process/app-context.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findOrganizationName } from "#server/members/queries.ts";
import { dateFormats } from "#messages/dates.ts";
import { formatMoney } from "#messages/format-money.ts";
import type { Language } from "#messages/translator.ts";
import { findNamedVoucher } from "./queries.ts";
import type { NamedVoucher } from "./with-names.ts";

async function draw(appContext: AppContext, row: NamedVoucher): Promise<Buffer> {
  const { db } = appContext;
  const language = row.language as Language;
  const t = translators[language];
  const { name: club, accent } = await findOrganizationName(db, row.organization_id);
  const date = dateFormats(language, "UTC").date(`${row.expires_on}T00:00:00Z`);
  // Import on first use, so that the server starts without the PDF library.
  const { renderVoucher } = await import("./render-pdf.ts");
  return renderVoucher({
    ...{ language, club, initials: clubInitials(club), now: row.created_at },
    logo: await readLogo(appContext, await findLogo(db, row.organization_id)),
    color: accent === null ? null : computeAccent(accent).light.accent,
    title: t("vouchers.one"),
    amount: formatMoney(row.amount, row.currency, language),
    people: row.recipient_name
      ? t("vouchers.paperFor", { name: row.recipient_name, from: row.buyer_name })
      : t("vouchers.paperFrom", { from: row.buyer_name }),
    message: row.message,
    code: formatVoucherCode(row.code),
    terms: t("vouchers.paperTerms", { date, organization: club }),
  });
}

export async function printVoucher(
  appContext: AppContext,
  organizationId: string,
  voucherId: string,
): Promise<MailAttachment> {
  const row = await findNamedVoucher(appContext.db, organizationId, voucherId);
  const content = await draw(appContext, row);
  return { filename: fileNameOf(row), type: "application/pdf", content };
}

const fileNameOf = (row: NamedVoucher): string =>
  `${translators[row.language as Language]("vouchers.one")} ${formatVoucherCode(row.code)}.pdf`;

/** @throws HttpError 404, also for one that was taken back */
export async function downloadVoucher(call: RawCall<typeof vouchers.pdf>): Promise<void> {
  const { db, appContext, organizationId, params, reply, request } = call;
  const row = await findNamedVoucher(db, organizationId, params.voucherId);
  if (row.canceled_at !== null) throw notFound();
  void reply.type("application/pdf").header("content-disposition", contentDisposition(fileNameOf(row)));
  await reply.send(request.method === "HEAD" ? "" : await draw(appContext, row));
}
