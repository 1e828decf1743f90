import type { HandOut } from "#contract/extras.ts";
import type { Planning, PlanningEvent } from "#contract/planning.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { type Translate, useTranslation } from "#web/kit/format/translation.ts";
import { buildBoard, type Lane } from "#web/planning/grid/board.ts";
import { paymentSigns } from "#web/planning/grid/event-colors.ts";
import { eventTitle } from "#web/planning/grid/event-title.ts";
import { PrintedGrid } from "./printed-grid.tsx";
import type { EventText } from "./grid-table.tsx";
import { DoorList } from "./door-list.tsx";
import { PrintedPages } from "./printed-page.tsx";
import type { PrintLayout } from "./print-search.ts";
import { groupRelatedFields, groupFieldsByPage } from "./print-table.ts";

interface PrintDocumentProps {
  sheet: PrintLayout;
  data: Planning;
  dates: readonly string[];
  facility: string;
  fieldId: string;
  madeAt: number;
  /** Extras that the desk hands out on a day. */
  handOuts: readonly HandOut[];
  choices: { prices: boolean; names: boolean; notes: boolean };
}

/** Door lists are public, so they name neither private events nor what is booked, which is titled by its customer. */
const createDoorText =
  (t: Translate, names: boolean) =>
  (event: PlanningEvent): EventText => ({
    title:
      !names && event.confidentiality === "private"
        ? t("planning.sheetPrivate")
        : !names && event.creator !== undefined
          ? t("planning.booked")
          : (event.name ?? t("planning.booked")),
    more: [],
  });

const isText = (text: string | false | undefined): text is string => typeof text === "string" && text !== "";

const peopleText = ({ people, maxPeople }: PlanningEvent): string | undefined =>
  people === undefined ? undefined : maxPeople ? `${people}/${maxPeople}` : String(people);

function onlyRelatedEvents(data: Planning, fieldId: string): Planning {
  const family =
    groupRelatedFields(data.fields).find((indexes) => indexes.some((index) => data.fields[index]?.id === fieldId)) ??
    [];
  const ids = new Set(family.map((index) => data.fields[index]?.id));
  return { ...data, events: data.events.filter((event) => ids.has(event.fieldId)) };
}

export function PrintDocument({
  sheet,
  data,
  dates,
  facility,
  fieldId,
  madeAt,
  handOuts,
  choices,
}: PrintDocumentProps) {
  const t = useTranslation();
  const { longDate, longDateRange, dayHeading } = useDateFormats("UTC");
  const clock = useDateFormats(data.timezone);
  const money = useAmountFormat();
  const organization = useScope().membership?.name ?? "";
  const field = data.fields.find(({ id }) => id === fieldId);
  const fields = sheet === "day" ? data.fields : field ? [field] : [];
  const board = buildBoard(sheet === "day" ? data : onlyRelatedEvents(data, fieldId), fields, {
    dates,
    allHours: false,
    now: madeAt,
  });
  const price = ({ price: minor, paymentStatus }: PlanningEvent) =>
    minor ? `${money(minor, data.currency)} ${paymentSigns[paymentStatus ?? "none"]}`.trim() : "";
  const forDoor = createDoorText(t, choices.names);
  const deskText = (event: PlanningEvent): EventText => ({
    title: eventTitle(event, t),
    more: [
      event.creator !== eventTitle(event, t) && event.creator,
      event.kind !== "block" && peopleText(event),
      ...(handOuts.find(({ eventId }) => eventId === event.id)?.extras ?? []).map(({ name, pieces }) =>
        pieces > 1 ? `${pieces} × ${name}` : name,
      ),
      choices.prices && price(event),
    ].filter(isText),
  });
  const weekText = (event: PlanningEvent): EventText => ({
    ...forDoor(event),
    more: [peopleText(event), choices.prices ? price(event) : ""].filter(isText),
  });
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
      <PrintedPages foot={foot}>
        <DoorList
          {...{ board, clock, notes }}
          title={field?.name ?? ""}
          subtitle={[facility, organization].filter(Boolean).join(" · ")}
          when={longDate(noonOf(dates[0] ?? ""))}
          price={choices.prices ? price : undefined}
          text={forDoor}
        />
      </PrintedPages>
    );
  if (sheet === "week")
    return (
      <PrintedPages foot={foot}>
        <PrintedGrid
          {...{ board, clock, notes }}
          title={field?.name ?? ""}
          subtitle={[facility, organization].filter(Boolean).join(" · ")}
          when={longDateRange(noonOf(dates[0] ?? ""), noonOf(dates.at(-1) ?? ""))}
          groups={[board.lanes.map((_, index) => index)]}
          which={() => undefined}
          head={(lane) => dayHeading(noonOf(lane.date))}
          text={weekText}
        />
      </PrintedPages>
    );
  const groups = groupFieldsByPage(fields);
  return (
    <PrintedPages foot={foot}>
      <PrintedGrid
        {...{ board, clock, notes, groups, head }}
        title={facility}
        subtitle={organization}
        when={longDate(noonOf(dates[0] ?? ""))}
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
    </PrintedPages>
  );
}
