/** Refuses money to organizations whose seller is incomplete, because an invoice never changes. */
import { sellerPartLabels } from "#contract/organizations-seller-rules.ts";
import type { RequestContext } from "#server/kit/events/domain-events.ts";
import type { MemoryContext } from "#server/kit/db/revision-cache.ts";
import { HttpError, message, type LocalizedMessage } from "#server/kit/http/http-error.ts";
import { translators } from "#server/kit/process/translators.ts";
import { findSettings } from "./queries.ts";

type SellerContext = Pick<RequestContext, "now" | "language"> & MemoryContext;

/**
 * @param isTeam others are told that nothing can be paid yet, and not what the team has left out
 * @returns why no money can be taken; null if it can
 */
export async function findSellerRefusal(context: SellerContext, isTeam: boolean): Promise<LocalizedMessage | null> {
  const { now, language } = context;
  const { sellerMissing, sellerDueAt } = await findSettings(context);
  if (sellerMissing.length === 0 || (sellerDueAt !== null && new Date(sellerDueAt) > now)) return null;
  if (!isTeam) return message("organizations.cannotSellYet");
  const t = translators[language];
  const names = sellerMissing.map((part) => t(sellerPartLabels[part]));
  const missing = new Intl.ListFormat(language, { type: "conjunction" }).format(names);
  return message("invoices.sellerIncomplete", { missing });
}

/** @throws HttpError 409 with all that is missing */
export async function assertSellerComplete(context: SellerContext, isTeam: boolean): Promise<void> {
  const refusal = await findSellerRefusal(context, isTeam);
  if (refusal) throw new HttpError(409, refusal);
}
