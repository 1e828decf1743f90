/** Units of packs in words: visits as a number, minutes with their unit. */
import type { Cancellation } from "#contract/events.ts";
import { unitsBack } from "#contract/packs-rules.ts";
import type { PackOffer, PackUnit } from "#contract/packs.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export function usePackText() {
  const t = useTranslation();
  const { date } = useDateFormats();
  const unitsText = (unit: PackUnit, count: number): string =>
    unit === "minutes" ? t("packs.minutesCount", { count }) : String(count);
  const untilText = (expiresOn: string | null): string =>
    expiresOn === null ? t("packs.noEnd") : t("packs.until", { date: date(noonOf(expiresOn)) });
  return {
    unitsText,
    untilText,
    /** `10 hours · valid until Nov 27, 2027` */
    nameText: ({ pack: { name, expiresOn } }: PackOffer): string => `${name} · ${untilText(expiresOn)}`,
    /** `Pack: 7 left → 5` */
    offerText: ({ pack: { unit }, unitsLeft, unitsNeeded }: PackOffer): string =>
      t("packs.offer", { left: unitsText(unit, unitsLeft), after: unitsText(unit, unitsLeft - unitsNeeded) }),
    /** Says what a cancellation gives back, at a percentage of its conditions. */
    backText: ({ name, unit, units }: NonNullable<Cancellation["pack"]>, percent: number): string => {
      const back = unitsBack({ unit }, units, percent);
      if (back === units) return t("packs.backAll", { name });
      return back === 0 ? t("packs.backNone", { name }) : t("packs.backSome", { back, units, name });
    },
  };
}
