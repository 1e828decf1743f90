/** Tells the team which rules of the customer a booking lies outside of; they do not bind the team. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { bookingLimits, type RulesExplanation } from "#contract/booking-limits.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface OutsideRulesProps {
  customerId: string;
  fieldId: string;
  startTime: string | undefined;
  /** Minutes. */
  duration: unknown;
}

/** The form tells of these itself. */
const toldElsewhere: ReadonlySet<NonNullable<RulesExplanation["refusals"]>[number]["rule"]> = new Set([
  "field",
  "hours",
  "past",
]);

export function OutsideRules({ customerId, fieldId, startTime, duration }: OutsideRulesProps) {
  const t = useTranslation();
  const { organizationId, isPlatform, can } = useScope();
  const isAsked = customerId !== "" && fieldId !== "" && startTime !== undefined && typeof duration === "number";
  const { data } = useQuery({
    ...endpointQuery(
      bookingLimits.explain,
      {
        params: { organizationId },
        query: {
          customerId,
          fieldId,
          ...(startTime && { startTime }),
          ...(typeof duration === "number" && { duration }),
        },
      },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
    enabled: isAsked && !isPlatform && can(bookingLimits.explain),
  });
  const outside = (data?.data?.refusals ?? []).filter(({ rule }) => !toldElsewhere.has(rule));
  if (!isAsked || outside.length === 0) return null;
  const text = outside.map((refusal) => refusal.text).join(" ");
  return (
    <p
      role="status"
      className="flex gap-2 rounded-md bg-amber-bg px-3 py-2 text-13 text-amber-fg [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      <Info aria-hidden />
      {t("booking-limits.outside", { text })}
    </p>
  );
}
