/** Tells that somebody else has changed the event meanwhile (concurrent edit). */
import type { Event } from "#contract/events.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { statusLabels } from "#web/events/labels.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface EditConflictNoticeProps {
  before: Event;
  after: Event;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
}

export function EditConflictNotice({
  before,
  after,
  onTakeTheirs: onTake,
  onKeepMine: onKeep,
}: EditConflictNoticeProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { dateTimeRange, withOtherZoneName } = useDateFormats(after.timezone);
  const told = (event: Event): Record<string, string> => ({
    [t("events.name")]: event.name,
    [t("events.field")]: event.field.name,
    [t("planning.when")]: withOtherZoneName(dateTimeRange(event.startTime, event.endTime), event.startTime),
    [t("events.status")]: t(statusLabels[event.status]),
    [t("events.customer")]: event.customer?.name ?? "—",
    [t("events.people")]: String(event.people ?? "—"),
    [t("events.price")]: priceText(event.price, event.currency),
    [t("events.notes")]: event.notes ?? "—",
    [t("events.internalNotes")]: event.internalNotes ?? "—",
  });
  const [was, is] = [told(before), told(after)];
  const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-blue-bg px-3 py-2.5 text-13 text-blue-fg">
      <p className="font-medium">{t("planning.changedMeanwhile")}</p>
      {changed.length > 0 && (
        <dl className="grid gap-1">
          {changed.map((name) => (
            <div key={name} className="[overflow-wrap:anywhere]">
              <dt className="inline font-medium">{name}: </dt>
              <dd className="inline">
                <del>{was[name]}</del> → <ins className="font-medium no-underline">{is[name]}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onTake}>
          {t("planning.takeTheirs")}
        </Button>
        <Button size="sm" onClick={onKeep}>
          {t("planning.keepMine")}
        </Button>
      </div>
    </div>
  );
}
