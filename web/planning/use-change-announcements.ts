/** Announces changes by others to screen readers (aria-live). */
import { useEffect, useRef } from "react";
import type { Planning, PlanningEvent } from "#contract/planning.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { announce } from "#web/kit/ui/live-region.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { isActiveEvent } from "./grid/event-criteria.ts";
import { eventTitle } from "./grid/event-title.ts";

const MAX_ANNOUNCED_CHANGES = 3;

const eventFingerprint = ({ fieldId, startTime, endTime, status, paymentStatus, name, creator }: PlanningEvent) =>
  JSON.stringify([fieldId, startTime, endTime, status, paymentStatus, name, creator]);

/** Compares each answer with the one before. */
export function useChangeAnnouncements(data: Planning): void {
  const t = useTranslation();
  const { time } = useDateFormats(data.timezone);
  const before = useRef<Planning>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = data;
    const isSameSight = was && was.from === data.from && was.to === data.to && was.fields.length === data.fields.length;
    if (!isSameSight || was === data) return;
    const fields = new Map(data.fields.map(({ id, name }) => [id, name]));
    const known = new Map(was.events.map((event) => [event.id, event]));
    const left = new Map(known);
    const said = data.events.flatMap((event) => {
      const old = known.get(event.id);
      left.delete(event.id);
      if (event.id === null || (old && eventFingerprint(old) === eventFingerprint(event))) return [];
      const what = {
        ...{ name: eventTitle(event, t), field: fields.get(event.fieldId) ?? "" },
        ...{ start: time(event.startTime), end: time(event.endTime) },
      };
      return [t(old ? "planning.heardChanged" : "planning.heardNew", what)];
    });
    for (const event of left.values())
      if (event.id !== null && isActiveEvent(event)) said.push(t("planning.heardGone", { name: eventTitle(event, t) }));
    if (said.length > 0)
      announce(said.length > MAX_ANNOUNCED_CHANGES ? t("planning.heardMany", { count: said.length }) : said.join(". "));
  }, [data, t, time]);
}
