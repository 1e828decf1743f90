/** Says why a gift voucher cannot pay. */
import { HttpError, message } from "#server/kit/http/http-error.ts";
import { dateFormats } from "#messages/dates.ts";
import type { Language } from "#messages/translator.ts";
import { stateOf, type VoucherRow } from "./with-names.ts";

/** @param today local date of the organization @throws HttpError 409 with what has become of it */
export function assertPays({ language }: { language: Language }, row: VoucherRow, today: string): void {
  const state = stateOf(row, today);
  if (state === "canceled") throw new HttpError(409, message("vouchers.wasTakenBack"));
  if (state === "used") throw new HttpError(409, message("vouchers.isUsedUp"));
  if (state === "expired") {
    const date = dateFormats(language, "UTC").date(`${row.expires_on}T00:00:00Z`);
    throw new HttpError(409, message("vouchers.hasExpired", { date }));
  }
}
