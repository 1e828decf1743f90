/** Until when a booking could be canceled, said before it is made. */
import { CalendarCheck, Info } from "lucide-react";
import {
  computeCancellation,
  describeFutureCancellation,
  joinCancellation,
} from "#contract/events-cancellation-rules.ts";
import type { Quote } from "#contract/prices.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { useNow } from "#web/kit/render/use-now.ts";

const CLOCK_MS = 60_000;

interface CancellationRuleProps {
  startTime: string;
  timezone: string;
  /** Undefined until the quote is read. */
  conditions: Quote["cancellation"] | undefined;
  /** Whether something is to be paid online. */
  isPaid: boolean;
}

export function CancellationRule({ startTime, timezone, conditions, isPaid }: CancellationRuleProps) {
  const t = useTranslation();
  const now = useNow(CLOCK_MS);
  const at = useDateFormats(timezone).zonedDayTime;
  if (!conditions) return null;
  const start = new Date(startTime);
  const rule = computeCancellation({ start, policy: conditions, deadline: null }, { now: new Date(now) });
  const text = joinCancellation(describeFutureCancellation(rule, { start, isPaid }, { t, at }));
  if (rule.state === "open" && (!isPaid || rule.steps[0]?.percent !== 0))
    return (
      <p className="flex gap-2 text-13 text-ink-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-lime-fg">
        <CalendarCheck aria-hidden />
        {text}
      </p>
    );
  return (
    <p className="flex gap-2 rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      <Info aria-hidden />
      {text}
    </p>
  );
}
