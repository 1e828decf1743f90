/** Until when a booking could be canceled, said before it is made. */
import { Info } from "lucide-react";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import type { ChosenSlotValue } from "./chosen-slot.tsx";

const HOUR_MS = 3_600_000;
const CLOCK_MS = 60_000;

export function CancellationRule({ chosen: { field, startTime } }: { chosen: ChosenSlotValue }) {
  const t = useTranslation();
  const now = useNow(CLOCK_MS);
  const { zonedDateTime } = useDateFormats(field.timezone);
  const until = Date.parse(startTime) - field.cancellationDeadline * HOUR_MS;
  if (until > now)
    return <p className="text-13 text-ink-3">{t("availability.cancelUntil", { until: zonedDateTime(until) })}</p>;
  return (
    <p className="flex gap-2 rounded-md bg-amber-bg px-2.5 py-2 text-13 text-amber-fg [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      <Info aria-hidden />
      {t("availability.cancelNever")}
    </p>
  );
}
