import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";

/** When money moved, by the clock of the organization, whose days the takings count; the zone is named where the reader's clock differs. */
export function MoneyTime({ at }: { at: string }) {
  const { date, time, otherZoneName } = useDateFormats(useOrganizationTimezone());
  const zone = otherZoneName(at);
  return (
    <time dateTime={at} className="whitespace-nowrap text-ink-2 tnum">
      {date(at)} <span className="text-ink-3">{time(at)}</span>
      {zone && <span className="block text-2xs text-ink-3">{zone}</span>}
    </time>
  );
}
