/** What somebody else has changed of an event that is being edited, and what to do about it. */
import type { Event } from "#contract/events.ts";
import { usePriceText } from "#web/availability/quote.tsx";
import { statusLabels } from "#web/events/labels.ts";
import { Button } from "#web/kit/button.tsx";
import { useDates } from "#web/kit/dates.ts";
import { useWords } from "#web/kit/words.ts";

interface ChangedMeanwhileProps {
  before: Event;
  after: Event;
  /** Begin again with what it is now. */
  onTake: () => void;
  /** Go on with one's own changes, on top of theirs. */
  onKeep: () => void;
}

export function ChangedMeanwhile({ before, after, onTake, onKeep }: ChangedMeanwhileProps) {
  const t = useWords();
  const priceText = usePriceText();
  const { shortDate, timeRange } = useDates(after.timezone);
  const told = (event: Event): Record<string, string> => ({
    [t("events.name")]: event.name,
    [t("events.field")]: event.field.name,
    [t("planning.when")]: `${shortDate(event.startTime)}, ${timeRange(event.startTime, event.endTime)}`,
    [t("events.status")]: t(statusLabels[event.status]),
    [t("events.customer")]: event.customer?.name ?? "–",
    [t("events.people")]: String(event.people ?? "–"),
    [t("events.price")]: priceText(event.price, event.currency),
    [t("events.notes")]: event.notes ?? "–",
    [t("events.internalNotes")]: event.internalNotes ?? "–",
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
