import type { SentenceFormats } from "#contract/activity-sentence-rules.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { getDateFormats, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { roleName } from "#web/members/member-badges.tsx";

/** @param timeZone the organization's, for entries without a facility; default: the reader's */
export function useSentenceFormats(timeZone: string | undefined): Omit<SentenceFormats, "nobody"> {
  const t = useTranslation();
  const language = useLanguage();
  const money = useAmountFormat();
  const { duration } = useDateFormats();
  return {
    t,
    language,
    money,
    dates: (own = timeZone) => getDateFormats(own, language),
    withZone: (text, instant, own = timeZone) => getDateFormats(own, language).withOtherZoneName(text, instant),
    duration,
    role: (role) => roleName(t, role),
  };
}
