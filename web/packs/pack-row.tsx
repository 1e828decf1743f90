/** A pack with what is left of it, its end, and the bookings that it paid. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Pack, PackUse } from "#contract/packs.ts";
import { usePackText } from "#web/availability/pack-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { stateLabels, stateTones } from "./labels.ts";

export function PackRow({ pack, children }: { pack: Pack; children?: ReactNode }) {
  const t = useTranslation();
  const { unitsText, untilText } = usePackText();
  const { name, unit, state, unitsLeft, unitsTotal, startsOn, expiresOn } = pack;
  return (
    <li className="grid gap-2 px-4 py-3 text-13">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        <Badge tone={stateTones[state]} dot>
          {t(stateLabels[state])}
        </Badge>
        {pack.isGranted && <Badge>{t("packs.isGranted")}</Badge>}
        <span className="font-semibold tnum sm:ml-auto">
          {t("packs.leftOf", { left: unitsText(unit, unitsLeft), total: unitsText(unit, unitsTotal) })}
        </span>
      </div>
      <p className="text-ink-2 tnum">
        {startsOn === null ? t("packs.beginsWithUse") : untilText(expiresOn)}
        {pack.grantReason && ` · ${pack.grantReason}`}
      </p>
      {children}
    </li>
  );
}

interface PackUsesProps {
  uses: readonly PackUse[];
  unit: Pack["unit"];
  pathOf: (eventId: string) => string;
}

export function PackUses({ uses, unit, pathOf }: PackUsesProps) {
  const t = useTranslation();
  const { unitsText } = usePackText();
  if (uses.length === 0) return <p className="text-13 text-ink-3">{t("packs.noUses")}</p>;
  return (
    <ul aria-label={t("packs.uses")} className="grid gap-1 text-13">
      {uses.map(({ id, event, units, givenBack }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-3">
          <Link to={pathOf(event.id)} className={`${textLinkClass} inline-flex min-h-6 items-center`}>
            <span>
              <DateTime timeZone={event.timezone} at={event.startTime} /> · {event.fieldName}
            </span>
          </Link>
          <span className="text-ink-2 tnum">
            {givenBack > 0
              ? t("packs.usedAndBack", { used: unitsText(unit, units), back: unitsText(unit, givenBack) })
              : unitsText(unit, units)}
          </span>
        </li>
      ))}
    </ul>
  );
}
