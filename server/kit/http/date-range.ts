/** Checks ranges of local dates that a query asks for. */
import { invalidFields, message } from "./http-error.ts";

/**
 * @param from `YYYY-MM-DD`, as `to`; both included
 * @returns the number of days
 * @throws HttpError 422 on `to` if the range ends before it starts or has more than `maxDays`
 */
export function countRangeDays(from: string, to: string, maxDays: number): number {
  const days = Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days + 1;
  if (days < 1) throw invalidFields({ to: [message("kit.rangeEndsBefore")] });
  if (days > maxDays) throw invalidFields({ to: [message("kit.rangeTooLong", { count: maxDays })] });
  return days;
}
