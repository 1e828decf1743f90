/** Free starts as groups of lines, each with its fields, of which the arrow keys choose one. */
import { useNavigate } from "@tanstack/react-router";
import { CalendarDays, Copy } from "lucide-react";
import type { Slots, SlotProposal, SlotStart } from "#contract/availability.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import { saveLastChoice } from "#web/availability/last-choice.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useNow } from "#web/kit/render/use-now.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { getDateFormats } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { toast } from "#web/kit/ui/toast-store.ts";
import type { ChosenCustomer } from "#web/kit/ui/search-opener.ts";
import { requestedBooking } from "#web/planning/quick-booking/requested-booking.ts";
import { localDate, localTime } from "#messages/dates.ts";
import { OptionIcon } from "./use-found-groups.tsx";
import type { PaletteGroup, PaletteOption } from "./palette-option.ts";

export type SlotField = SlotStart["fields"][number];

export interface SlotOption extends PaletteOption {
  start: SlotStart;
  /** The one price of all its fields, or the lowest of them. */
  price: string;
  reason: string;
  book: (field: SlotField) => void;
}

interface SlotQuestion {
  sportId: number | undefined;
  customer: ChosenCustomer | undefined;
  /** A field was named, and no time. */
  isWholeDay: boolean;
}

export interface SlotGroup extends Omit<PaletteGroup, "options"> {
  /** At the end of the heading. */
  note?: string;
  options: SlotOption[];
}

export function useSlotGroups(slots: Slots | undefined, { sportId, customer, isWholeDay }: SlotQuestion) {
  const t = useTranslation();
  const language = useLanguage();
  const scope = useScope();
  const navigate = useNavigate();
  const money = useAmountFormat();
  const now = useNow();
  if (!slots) return { groups: [], actions: [], notice: undefined };
  const { timezone, asked, currency } = slots;
  const { time, day, duration } = getDateFormats(timezone, language);
  const askedAt = localTimeToInstant(asked.date, asked.time, timezone);

  /** The finder of members opens with this start. */
  const wishesOf = ({ startTime, duration: minutes }: SlotStart, field: SlotField) => ({
    ...{ date: localDate(startTime, timezone), time: localTime(startTime, timezone), duration: String(minutes) },
    ...{ sport: sportId === undefined ? undefined : String(sportId), field: field.id },
    ...{ start: startTime, length: String(minutes) },
  });
  const book = (start: SlotStart, field: SlotField) => {
    const place = { fieldId: field.id, startTime: start.startTime };
    const date = localDate(start.startTime, timezone);
    saveLastChoice(scope.organizationId, { duration: start.duration, ...(sportId !== undefined && { sportId }) });
    if (!isTeamMember(scope))
      return void navigate({ to: scope.path("/find"), search: wishesOf(start, field) as never });
    const { organizationId } = scope;
    requestedBooking.set({ ...place, organizationId, duration: start.duration, customer });
    void navigate({ to: scope.path("/planning"), search: { date } as never });
  };
  const nearReason = (start: SlotStart) => {
    const minutes = Math.round((Date.parse(start.startTime) - askedAt) / 60_000);
    const lastOne = start.free === 1 ? t("search.lastOne") : undefined;
    if (isWholeDay) return "";
    if (minutes === 0) return lastOne ?? t("search.asAsked");
    return lastOne ?? t(minutes > 0 ? "search.later" : "search.earlier", { duration: duration(Math.abs(minutes)) });
  };
  const insteadReason = ({ why, startTime, duration: length, fields }: SlotProposal) =>
    ({
      duration: () => duration(length),
      space: () => t(fields[0]?.space === "outdoor" ? "fields.spaceOutdoor" : "fields.spaceIndoor"),
      day: () => day(startTime),
      facility: () => fields[0]?.facility.name ?? "",
      cheaper: () => t("search.cheaper"),
      later: () => t(slots.near.length === 0 ? "search.nextFree" : "search.muchLater"),
    })[why]();
  const priceOf = ({ price: { from, to } }: SlotStart) =>
    from === to ? money(from, currency) : t("search.fromPrice", { price: money(from, currency) });
  const option = (start: SlotStart, reason: string): SlotOption => ({
    key: `slot ${start.startTime} ${start.duration}`,
    icon: null,
    title: time(start.startTime),
    start,
    price: priceOf(start),
    reason,
    book: (field) => book(start, field),
    act: () => {},
    isRemembered: false,
  });
  const priceTypes = new Set(slots.near.flatMap(({ fields }) => fields.map(({ priceType }) => priceType)));
  const notes = [
    ...(priceTypes.has("field") ? [t("search.priceField")] : []),
    ...(priceTypes.has("user") ? [t("search.pricePeople", { count: asked.people })] : []),
  ];
  const groups: SlotGroup[] = [
    {
      key: "near",
      label: t("search.free"),
      note: notes.join(" · "),
      options: slots.near.map((one) => option(one, nearReason(one))),
    },
    {
      key: "instead",
      label: t("search.nextBest"),
      options: slots.instead.map((one) => option(one, insteadReason(one))),
    },
  ].filter(({ options }) => options.length > 0);

  const taken = slots.full.find((start) => Date.parse(start) === askedAt) ?? slots.full[0];
  const isPast = askedAt < now;
  const next = isPast ? slots.day[0] : slots.day.find(({ startTime }) => taken !== undefined && startTime > taken);
  const notice =
    !isWholeDay && (isPast || taken !== undefined)
      ? {
          title: isPast
            ? t("search.isPast", { time: time(askedAt) })
            : t("search.isFull", { time: time(taken ?? askedAt) }),
          next: next && t("search.nextFreeAt", { time: time(next.startTime) }),
        }
      : undefined;

  const copyTimes = async () => {
    const lines = slots.near.map(
      (start) => `${time(start.startTime)}: ${start.fields.map(({ name }) => name).join(", ")} (${priceOf(start)})`,
    );
    const heading = `${day(askedAt)}, ${duration(asked.duration)}`;
    try {
      await navigator.clipboard.writeText([heading, ...lines].join("\n"));
      toast({ description: t("search.timesCopied"), variant: "success" });
    } catch {
      toast({ description: t("search.copyRefused"), variant: "error" });
    }
  };
  const actions: PaletteOption[] = [
    ...(scope.can("events.show")
      ? [
          {
            key: "show on planning",
            icon: <OptionIcon icon={CalendarDays} />,
            title: t("search.showOnPlanning"),
            letter: "p",
            act: () =>
              void navigate({
                to: scope.path("/planning"),
                search: { date: asked.date, ...(sportId !== undefined && { sportId: String(sportId) }) } as never,
              }),
            isRemembered: false,
          },
        ]
      : []),
    ...(slots.near.length > 0
      ? [
          {
            key: "copy times",
            icon: <OptionIcon icon={Copy} />,
            title: t("search.copyTimes"),
            letter: "l",
            act: () => void copyTimes(),
            isRemembered: false,
          },
        ]
      : []),
  ];
  return { groups, actions, notice };
}
