/** What others change is said to those who listen. */
import { useEffect, useRef } from "react";
import type { Planning, PlanningEvent } from "#contract/planning.ts";
import { useDates } from "#web/kit/dates.ts";
import { announce } from "#web/kit/said.tsx";
import { useWords } from "#web/kit/words.ts";
import { isStanding } from "#web/planner/filters.ts";
import { titleOf } from "#web/planner/look.ts";

/** More at once are only counted. */
const mostSaid = 3;

const signOf = ({ fieldId, startTime, endTime, status, paymentStatus, name, creator }: PlanningEvent) =>
  JSON.stringify([fieldId, startTime, endTime, status, paymentStatus, name, creator]);

/** Compares an answer with the one before, of the same days. */
export function useHearChanges(data: Planning): void {
  const t = useWords();
  const { time } = useDates(data.timezone);
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
      if (event.id === null || (old && signOf(old) === signOf(event))) return [];
      const what = {
        ...{ name: titleOf(event, t), field: fields.get(event.fieldId) ?? "" },
        ...{ start: time(event.startTime), end: time(event.endTime) },
      };
      return [t(old ? "planning.heardChanged" : "planning.heardNew", what)];
    });
    for (const event of left.values())
      if (event.id !== null && isStanding(event)) said.push(t("planning.heardGone", { name: titleOf(event, t) }));
    if (said.length > 0)
      announce(said.length > mostSaid ? t("planning.heardMany", { count: said.length }) : said.join(". "));
  }, [data, t, time]);
}
