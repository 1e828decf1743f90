/** The sheets of an answer of the planning. */
import type { Planning, PlanningEvent } from "#contract/planning.ts";
import { useDates } from "#web/kit/dates.ts";
import { useMoney } from "#web/kit/money.ts";
import { useScope } from "#web/kit/scope.ts";
import { type Translate, useLocale, useWords } from "#web/kit/words.ts";
import { boardOf, type Lane } from "#web/planner/board.ts";
import { marks, titleOf } from "#web/planner/look.ts";
import { GridSheet } from "./grid-sheet.tsx";
import type { EventText } from "./grid-table.tsx";
import { DoorSheet } from "./list-sheet.tsx";
import { Papers } from "./paper.tsx";
import type { Sheet } from "./sheet-search.ts";
import { familiesOf, groupsOf } from "./table.ts";

interface SheetPapersProps {
  sheet: Sheet;
  data: Planning;
  dates: readonly string[];
  /** The facility's name. */
  facility: string;
  fieldId: string;
  /** Epoch milliseconds. */
  madeAt: number;
  choices: { prices: boolean; names: boolean; notes: boolean };
}

const noon = (date = "") => new Date(`${date}T12:00:00Z`);

/** At a door everybody reads: what is private has no name there, and nobody's customers are named. */
const doorText =
  (t: Translate, names: boolean) =>
  (event: PlanningEvent): EventText => ({
    title:
      event.confidentiality === "private" && !names ? t("planning.sheetPrivate") : (event.name ?? t("planning.booked")),
    more: [],
  });

const isText = (text: string | false | undefined): text is string => typeof text === "string" && text !== "";

const peopleOf = ({ people, maxPeople }: PlanningEvent): string | undefined =>
  people === undefined ? undefined : maxPeople ? `${people}/${maxPeople}` : String(people);

/** What happens on a field, on what it is part of, and on its parts: the hours of the others are not its own. */
function around(data: Planning, fieldId: string): Planning {
  const family = familiesOf(data.fields).find((its) => its.some((index) => data.fields[index]?.id === fieldId)) ?? [];
  const ids = new Set(family.map((index) => data.fields[index]?.id));
  return { ...data, events: data.events.filter((event) => ids.has(event.fieldId)) };
}

export function SheetPapers({ sheet, data, dates, facility, fieldId, madeAt, choices }: SheetPapersProps) {
  const t = useWords();
  const tag = useLocale();
  const clock = useDates(data.timezone);
  const money = useMoney();
  const organization = useScope().min?.name ?? "";
  const field = data.fields.find(({ id }) => id === fieldId);
  const fields = sheet === "day" ? data.fields : field ? [field] : [];
  const board = boardOf(sheet === "day" ? data : around(data, fieldId), fields, {
    dates,
    allHours: false,
    now: madeAt,
  });
  const price = ({ price: minor, paymentStatus }: PlanningEvent) =>
    minor ? `${money(minor, data.currency)} ${marks[paymentStatus ?? "none"]}`.trim() : "";
  const forDoor = doorText(t, choices.names);
  const deskText = (event: PlanningEvent): EventText => ({
    title: titleOf(event, t),
    more: [
      event.creator !== titleOf(event, t) && event.creator,
      event.kind !== "block" && peopleOf(event),
      choices.prices && price(event),
    ].filter(isText),
  });
  const weekText = (event: PlanningEvent): EventText => ({
    ...forDoor(event),
    more: [peopleOf(event), choices.prices ? price(event) : ""].filter(isText),
  });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: "long", day: "numeric", month: "short", timeZone: "UTC" });
  const foot = t("planning.sheetMade", { when: clock.dateTime(madeAt), zone: data.timezone });
  const head = (lane: Lane) => (
    <>
      {lane.field.name}
      {lane.field.status === "closed" && <small>{t("planning.closed")}</small>}
    </>
  );
  const { notes } = choices;
  if (sheet === "door")
    return (
      <Papers foot={foot}>
        <DoorSheet
          {...{ board, clock, notes }}
          title={field?.name ?? ""}
          subtitle={[facility, organization].filter(Boolean).join(" · ")}
          when={day.format(noon(dates[0]))}
          price={choices.prices ? price : undefined}
          text={forDoor}
        />
      </Papers>
    );
  if (sheet === "week")
    return (
      <Papers foot={foot}>
        <GridSheet
          {...{ board, clock, notes }}
          title={field?.name ?? ""}
          subtitle={[facility, organization].filter(Boolean).join(" · ")}
          when={day.formatRange(noon(dates[0]), noon(dates.at(-1)))}
          groups={[board.lanes.map((_, index) => index)]}
          which={() => undefined}
          head={(lane) => weekday.format(noon(lane.date))}
          text={weekText}
        />
      </Papers>
    );
  const groups = groupsOf(fields);
  return (
    <Papers foot={foot}>
      <GridSheet
        {...{ board, clock, notes, groups, head }}
        title={facility}
        subtitle={organization}
        when={day.format(noon(dates[0]))}
        which={(group) =>
          groups.length > 1
            ? t("planning.sheetFields", {
                from: (group[0] ?? 0) + 1,
                to: (group.at(-1) ?? 0) + 1,
                count: fields.length,
              })
            : undefined
        }
        text={deskText}
      />
    </Papers>
  );
}
