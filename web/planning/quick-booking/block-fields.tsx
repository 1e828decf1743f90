/** Fields of a block: maintenance, closed time, reason; lists the bookings in its way. */
import { blockReasons } from "#contract/events-reason-rules.ts";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { BoardItem } from "#web/planning/grid/board.ts";
import { eventTitle } from "#web/planning/grid/event-title.ts";

export function BlockFields() {
  const t = useTranslation();
  const set = useSetField();
  const reason = useFieldText("reason");
  return (
    <>
      <div className="grid gap-1.5">
        <TextField name="reason" label={t("events.reason")} autoComplete="off" maxLength={160} required />
        <div role="group" aria-label={t("planning.reasons")} className="flex flex-wrap gap-1.5">
          {blockReasons.map((key) => {
            const name = t(key);
            return (
              <button
                key={key}
                type="button"
                aria-pressed={reason === name}
                onClick={() => {
                  set("reason", name);
                  set("isWeather", key === "planning.reasonWeather");
                }}
                className={cx(
                  "h-7 rounded-md border px-2 text-xs font-medium pointer-coarse:h-10",
                  reason === name
                    ? "border-accent bg-accent-soft text-accent-ink"
                    : "border-line-strong/80 text-ink-2 hover:bg-hover",
                )}
              >
                {name}
              </button>
            );
          })}
        </div>
      </div>
      <TextField name="description" label={t("planning.visibleText")} autoComplete="off" maxLength={2000} optional />
      <SwitchField name="repeats" label={t("planning.repeatWeekly")} />
    </>
  );
}

const MAX_LISTED_BOOKINGS = 4;

/** Bookings in the way of a block: its button opens the wizard that decides about each. */
export function ConflictingBookings({ items }: { items: readonly BoardItem[] }) {
  const t = useTranslation();
  const repeats = useFieldValue("repeats") === true;
  return (
    <div role="alert" className="grid gap-2 rounded-lg bg-rose-bg px-3 py-2 text-13 text-rose-fg">
      <p className="font-medium">{t("planning.bookingsInside", { count: items.length })}</p>
      <ul className="grid gap-0.5">
        {items.slice(0, MAX_LISTED_BOOKINGS).map(({ id, event }) => (
          <li key={id} className="truncate" title={eventTitle(event, t)}>
            {eventTitle(event, t)}
          </li>
        ))}
        {items.length > MAX_LISTED_BOOKINGS && (
          <li>{t("planning.moreDates", { count: items.length - MAX_LISTED_BOOKINGS })}</li>
        )}
      </ul>
      <p>{t(repeats ? "blocks.datesLeftOut" : "blocks.decideNext")}</p>
    </div>
  );
}
