/** Results of the search: what was found, or what is free, with the keys that choose among it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleSlash, Sparkles } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { availability } from "#contract/availability.ts";
import { readSlotSentence } from "#contract/availability-sentence-rules.ts";
import { search } from "#contract/search.ts";
import { canBook } from "#web/availability/can-book.ts";
import { readLastChoice } from "#web/availability/last-choice.ts";
import { localToday } from "#web/availability/slots.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { getDateFormats } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { Kbd } from "#web/kit/ui/kbd.tsx";
import { loadGuide } from "#web/general/load-guide.ts";
import { Highlight, splitWords } from "./highlight.tsx";
import type { PaletteGroup, PaletteOption } from "./palette-option.ts";
import { listRecent, rememberOption } from "./recent-options.ts";
import { type PaletteProps, searchShortcut } from "./search-palette.tsx";
import { SlotChips } from "./slot-chips.tsx";
import { isFieldDay, isSlotQuestion, useSlotWishes } from "./slot-question.ts";
import { OptionIcon, useFoundGroups } from "./use-found-groups.tsx";
import { type SlotGroup, type SlotOption, useSlotGroups } from "./use-slot-groups.tsx";

const MIN_LETTERS = 2;
const TYPING_PAUSE_MS = 120;
const FRESH_MS = 10_000;

function useAfterTyping(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Nothing that was typed before has to be waited for.
  return text === "" ? "" : settled;
}

interface ShownGroup extends Omit<PaletteGroup, "options"> {
  note?: string;
  options: (PaletteOption | SlotOption)[];
}

const MAX_FREE_SHOWN = 4;

/** The first free times of a field's day, before its bookings. */
function firstFree(groups: readonly SlotGroup[], all: (count: number) => PaletteOption): ShownGroup[] {
  const near = groups.find(({ key }) => key === "near");
  if (!near) return [];
  const more = near.options.length > MAX_FREE_SHOWN ? [all(near.options.length)] : [];
  return [{ ...near, options: [...near.options.slice(0, MAX_FREE_SHOWN), ...more] }];
}

const allFreeOption = (title: string, act: () => void): PaletteOption => ({
  key: "what is free",
  icon: <OptionIcon icon={Sparkles} />,
  title,
  act,
  isRemembered: false,
});

const isSlotOption = (option: PaletteOption | SlotOption | undefined): option is SlotOption =>
  option !== undefined && "start" in option;

export function PaletteResults(props: PaletteProps) {
  const { request, text, pages, listId, isEnterAwaited, close, onText, onActive, onKeys, focusInput } = props;
  const t = useTranslation();
  const language = useLanguage();
  const scope = useScope();
  const { organizationId } = scope;
  const [customer, setCustomer] = useState(request.customer);
  const [isAsking, setAsking] = useState(request.asksForSlots === true || request.customer !== undefined);
  const [chosen, setChosen] = useState({ text, index: 0, field: 0 });
  /** Enter was pressed before the answer came. */
  const [awaited, setAwaited] = useState<"open" | "book" | undefined>(isEnterAwaited ? "open" : undefined);
  const maySlots = canBook(scope) && scope.can("fields.show");

  const choices = useQuery({
    ...endpointQuery(availability.slotOptions, { params: { organizationId } }, { quiet: true }),
    enabled: maySlots,
    staleTime: 60_000,
  }).data?.data;
  const today = localToday(choices?.timezone);
  const typed = text.trim();
  const q = useAfterTyping(typed);
  const sentence = readSlotSentence(q, {
    ...{ today, language },
    ...{ sports: choices?.sports ?? [], fields: choices?.fields ?? [] },
  });
  const { rest: _rest, ...stated } = sentence;
  const last = readLastChoice(organizationId);
  const { wishes, change } = useSlotWishes(stated, {
    // A field that is named may be of another sport than the last one.
    ...(stated.field === undefined && {
      sportId: request.sportId ?? choices?.sports.find(({ id }) => id === last.sportId)?.id,
    }),
    date: request.date,
  });
  const isSlots = maySlots && (isAsking || isSlotQuestion(sentence));
  const isBoth = maySlots && !isSlots && isFieldDay(sentence);

  const found = useQuery({
    ...endpointQuery(search.find, { params: { organizationId }, query: { q } }, { quiet: true }),
    enabled: organizationId !== "" && !isSlots && q.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  const { lights, field: fieldName, ...asked } = wishes;
  const fieldIds = (choices?.fields ?? []).flatMap(({ id, name }) => (name === fieldName ? id : []));
  const isWholeDay = fieldIds.length > 0 && asked.time === undefined;
  const slots = useQuery({
    ...endpointQuery(
      availability.slots,
      {
        params: { organizationId },
        query: {
          ...asked,
          ...(fieldIds.length > 0 && { fieldIds: fieldIds.join(",") }),
          ...(lights && { lights: "true" as const }),
          ...(customer && { customerId: customer.id }),
        },
      },
      { quiet: true },
    ),
    enabled: (isSlots || isBoth) && choices !== undefined,
    placeholderData: keepPreviousData,
  });
  const query = isSlots ? slots : found;
  const isEnabled = isSlots || q.length >= MIN_LETTERS;
  const isPending = typed !== q || (isEnabled && (query.isFetching || query.isPlaceholderData) && !query.error);

  const results = !isSlots && q.length >= MIN_LETTERS ? found.data?.data : undefined;
  const guide = useQuery({
    queryKey: ["guide", language],
    queryFn: () => loadGuide(language),
    enabled: !isSlots && q.length >= MIN_LETTERS,
    staleTime: Infinity,
  }).data?.guide;
  const askForSlots = () => {
    setAsking(true);
    focusInput();
  };
  const bookFor = (one: NonNullable<PaletteOption["customer"]>) => {
    setCustomer(one);
    setAsking(true);
    onText("");
    focusInput();
  };
  const foundGroups = useFoundGroups({
    ...{ q, results, isPending, pages, guide },
    onBookFor: bookFor,
    onAskForSlots: askForSlots,
  });
  const answered = useSlotGroups(isSlots || isBoth ? slots.data?.data : undefined, {
    sportId: wishes.sportId,
    customer,
    isWholeDay,
  });
  const recent = listRecent(organizationId);
  const groups: ShownGroup[] = isSlots
    ? [
        ...answered.groups,
        ...(answered.actions.length > 0
          ? [{ key: "actions", label: t("search.actions"), options: answered.actions }]
          : []),
      ]
    : [
        ...(q === "" && recent.length > 0 ? [{ key: "recent", label: t("search.recent"), options: [...recent] }] : []),
        ...(isBoth
          ? firstFree(answered.groups, (count) => allFreeOption(t("search.allFree", { count }), askForSlots))
          : []),
        ...foundGroups,
      ];
  const options = groups.flatMap((group) => group.options);
  const index = chosen.text === text ? Math.min(chosen.index, options.length - 1) : 0;
  const active = options[Math.max(0, index)];
  const fieldIndex = chosen.text === text && chosen.index === index ? chosen.field : 0;
  const activeId = active ? `${listId}-${index}` : undefined;
  const choose = (next: number, field = 0) => {
    setChosen({ text, index: Math.max(0, Math.min(next, options.length - 1)), field });
    setAwaited(undefined);
  };

  const staysOpen = (option: PaletteOption) => ["book for", "what is free"].includes(option.key);
  const act = (option: PaletteOption | SlotOption, field = 0) => {
    if (isSlotOption(option)) {
      const place = option.start.fields[field];
      if (!place) return;
      close();
      option.book(place);
      return;
    }
    if (option.isRemembered !== false) rememberOption(organizationId, option);
    if (!staysOpen(option)) close();
    option.act();
  };

  const actAwaited = useEffectEvent(() => {
    setAwaited(undefined);
    if (awaited === "book" && active?.customer) bookFor(active.customer);
    else if (active) act(active, fieldIndex);
  });
  useEffect(() => {
    if (awaited === undefined || isPending) return undefined;
    const timer = setTimeout(() => actAwaited());
    return () => clearTimeout(timer);
  }, [awaited, isPending]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, altKey, ctrlKey, metaKey, currentTarget } = event;
    if (event.nativeEvent.isComposing) return;
    if (altKey && !ctrlKey && !metaKey) {
      const meant = options.find(
        (option) => option.letter !== undefined && event.code === `Key${option.letter.toUpperCase()}`,
      );
      if (!meant) return;
      event.preventDefault();
      act(meant);
      return;
    }
    const isAtEnd = currentTarget.selectionStart === currentTarget.value.length;
    const fieldCount = isSlotOption(active) ? active.start.fields.length : 0;
    const keys: Record<string, (() => void) | undefined> = {
      ArrowDown: () => choose(index + 1),
      ArrowUp: () => choose(index - 1),
      ArrowRight: isAtEnd && fieldIndex + 1 < fieldCount ? () => choose(index, fieldIndex + 1) : undefined,
      ArrowLeft: isAtEnd && fieldIndex > 0 ? () => choose(index, fieldIndex - 1) : undefined,
      Enter: () => {
        const isBooking = ctrlKey || metaKey;
        if (isPending) setAwaited(isBooking ? "book" : "open");
        else if (isBooking && active?.customer) bookFor(active.customer);
        else if (active) act(active, fieldIndex);
      },
      Backspace:
        typed === "" && isAsking
          ? () => {
              setAsking(false);
              setCustomer(undefined);
            }
          : undefined,
    };
    const does = keys[key];
    if (!does) return;
    event.preventDefault();
    does();
  };
  const handleKey = useEffectEvent((event: KeyboardEvent<HTMLInputElement>) => onKeyDown(event));
  useEffect(() => {
    onKeys((event) => handleKey(event));
    return () => onKeys(undefined);
  }, [onKeys]);
  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId, onActive]);

  const words = isSlots ? [] : splitWords(q);
  const isNothingFree = (isSlots || isBoth) && !isPending && slots.data?.data.near.length === 0;
  const nothingFree = t(isWholeDay ? "search.dayFull" : "search.nothingFree");
  const hasHits = isSlots
    ? answered.groups.length > 0
    : Object.values(results ?? {}).some(({ hits }) => hits.length > 0);
  const isStatusShown = !query.error && (isPending ? !hasHits : options.length === 0);
  let position = -1;
  return (
    <>
      {isSlots && choices && (
        <SlotChips
          {...{ choices, wishes, today, customer }}
          asked={slots.data?.data.asked}
          onChange={(name, value) => {
            change(name, value);
            focusInput();
          }}
          onNoCustomer={() => {
            setCustomer(undefined);
            focusInput();
          }}
        />
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={t("search.results")}
        aria-busy={isPending}
        className="min-h-0 flex-1 overflow-y-auto pb-1.5"
      >
        {groups.map((group) => (
          <div key={group.key} role="group" aria-labelledby={`${listId}-${group.key}`}>
            <div className="flex justify-between gap-4 px-4 pt-2.5 pb-1 text-xs font-medium text-ink-3">
              <span id={`${listId}-${group.key}`}>{group.label}</span>
              <span aria-hidden>{group.note ?? totalLabel(group)}</span>
            </div>
            {group.options.map((option) => {
              position += 1;
              const at = position;
              const common = {
                id: `${listId}-${at}`,
                isActive: at === index,
                onPoint: () => at !== index && choose(at),
              };
              return isSlotOption(option) ? (
                <SlotRow
                  key={option.key}
                  {...common}
                  option={option}
                  field={at === index ? fieldIndex : 0}
                  timezone={slots.data?.data.timezone ?? ""}
                  currency={slots.data?.data.currency ?? ""}
                  onBook={(field) => act(option, field)}
                />
              ) : (
                <OptionRow
                  key={`${group.key} ${option.key}`}
                  {...common}
                  option={option}
                  words={words}
                  onAct={() => act(option)}
                />
              );
            })}
            {isSlots && group.key === "near" && answered.notice && <SlotNotice {...answered.notice} />}
          </div>
        ))}
      </div>
      {isSlots && !answered.groups.some(({ key }) => key === "near") && answered.notice && (
        <SlotNotice {...answered.notice} />
      )}
      <p role="status" className={isStatusShown ? "px-4 pb-4 text-13 text-ink-2" : "sr-only"}>
        {isPending
          ? t("kit.searching")
          : isNothingFree
            ? nothingFree
            : options.length === 0
              ? t("kit.noResults")
              : t("kit.results", { count: options.length })}
      </p>
      {isNothingFree && !isStatusShown && (
        <p aria-hidden className="px-4 pb-3 text-13 text-ink-2">
          {nothingFree}
        </p>
      )}
      {query.error && isEnabled && (
        <p role="alert" className="px-4 pb-3 text-13 text-danger">
          {query.error.message}
        </p>
      )}
      <Footer active={active} fieldIndex={fieldIndex} isSlots={isSlots} />
    </>
  );
}

const totalLabel = ({ total, options }: Pick<PaletteGroup, "total" | "options">) =>
  total === null ? `${options.length}+` : total !== undefined && total > options.length ? total : "";

interface RowProps {
  id: string;
  isActive: boolean;
  onPoint: () => void;
}

/** The box keeps the focus, and the keys. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const rowClass =
  "mx-1.5 flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2.5 py-1 text-13 aria-selected:bg-active max-sm:min-h-11";

interface OptionRowProps extends RowProps {
  option: PaletteOption;
  words: readonly string[];
  onAct: () => void;
}

function OptionRow({ id, isActive, onPoint, option, words, onAct }: OptionRowProps) {
  const { icon, title, more, detail, aside, letter } = option;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-keyshortcuts={letter && `Alt+${letter.toUpperCase()}`}
      onPointerMove={onPoint}
      onMouseDown={keepFocus}
      onClick={onAct}
      className={cx(rowClass, detail && "sm:min-h-11.5")}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <span className="font-medium">
            <Highlight text={title} words={words} />
          </span>
          {more && (
            <span className="text-ink-2">
              {" · "}
              <Highlight text={more} words={words} />
            </span>
          )}
        </span>
        {detail && (
          <span className={cx("block truncate text-xs", isActive ? "text-ink-2" : "text-ink-3")}>
            <Highlight text={detail} words={words} />
          </span>
        )}
      </span>
      {aside && <span className="flex shrink-0 items-center gap-2.5">{aside}</span>}
      {letter && (
        <span className="flex gap-1 max-sm:hidden" aria-hidden>
          <Kbd>Alt</Kbd>
          <Kbd>{letter.toUpperCase()}</Kbd>
        </span>
      )}
      {isActive && !letter && (
        <span className="max-sm:hidden" aria-hidden>
          <Kbd>↵</Kbd>
        </span>
      )}
    </div>
  );
}

interface SlotRowProps extends RowProps {
  option: SlotOption;
  field: number;
  timezone: string;
  currency: string;
  onBook: (field: number) => void;
}

function SlotRow({ id, isActive, onPoint, option, field, timezone, currency, onBook }: SlotRowProps) {
  const t = useTranslation();
  const language = useLanguage();
  const money = useAmountFormat();
  const { time } = getDateFormats(timezone, language);
  const { start, reason } = option;
  const chosen = start.fields[field];
  const isOnePrice = start.price.from === start.price.to;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={onPoint}
      onMouseDown={keepFocus}
      onClick={() => onBook(field)}
      className={cx(
        rowClass,
        "min-h-12 gap-2.5 max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-2.5 max-sm:gap-y-1 max-sm:py-2",
      )}
    >
      <span className="min-w-12 text-base font-semibold tracking-tight whitespace-nowrap tnum">{option.title}</span>
      <span className={cx("w-20 whitespace-nowrap max-sm:w-auto", isActive ? "text-ink-2" : "text-ink-3")}>
        {t("search.until", { time: time(start.endTime) })}
        <span className="ml-2 text-xs text-ink-2 sm:hidden">{reason}</span>
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap gap-1.5 max-sm:col-span-full max-sm:row-start-2 max-sm:pl-14">
        {start.fields.map((one, index) => (
          <span
            key={one.id}
            onClick={(event) => {
              event.stopPropagation();
              onBook(index);
            }}
            className={cx(
              "rounded-md border px-1.75 py-0.75 text-xs leading-4 font-medium max-sm:px-2.5 max-sm:py-1.5",
              isActive && index === field
                ? "border-accent bg-accent text-on-accent"
                : "border-line bg-surface text-ink-2 hover:border-accent",
            )}
          >
            {isOnePrice ? one.name : `${one.name} · ${money(one.price, currency)}`}
          </span>
        ))}
      </span>
      {start.fields.length > 1 && (
        <span className="sr-only">{t("search.bookField", { name: chosen?.name ?? "" })}</span>
      )}
      <span className="text-xs whitespace-nowrap text-ink-2 max-sm:hidden">{reason}</span>
      <span className="min-w-15 text-right text-sm font-semibold whitespace-nowrap tnum">{option.price}</span>
      <span className="w-5 max-sm:hidden" aria-hidden>
        {isActive && <Kbd>↵</Kbd>}
      </span>
    </div>
  );
}

function SlotNotice({ title, next }: { title: string; next: string | undefined }) {
  return (
    <p className="mx-3.5 my-1 flex items-center gap-3 rounded-lg border border-dashed border-line-strong px-2.5 py-2 text-13">
      <CircleSlash className="size-4 shrink-0 text-ink-3" aria-hidden />
      <span>
        <span className="font-medium">{title}</span>
        {next && <span className="text-ink-2"> · {next}</span>}
      </span>
    </p>
  );
}

interface FooterProps {
  active: PaletteOption | SlotOption | undefined;
  fieldIndex: number;
  isSlots: boolean;
}

function Footer({ active, fieldIndex, isSlots }: FooterProps) {
  const t = useTranslation();
  const field = isSlotOption(active) ? active.start.fields[fieldIndex] : undefined;
  return (
    <div
      aria-hidden
      className="flex shrink-0 items-center gap-4 border-t border-line bg-sunken px-4 py-2.25 text-xs text-ink-2 max-sm:hidden"
    >
      {field ? (
        <>
          <FooterKey names={["↵"]}>{t("search.bookField", { name: field.name })}</FooterKey>
          <FooterKey names={["→"]}>{t("search.otherField")}</FooterKey>
          <FooterKey names={["Tab"]}>{t("search.changeWishes")}</FooterKey>
        </>
      ) : (
        <>
          <FooterKey names={["↑", "↓"]}>{t("search.choose")}</FooterKey>
          <FooterKey names={["↵"]}>{t("search.openHit")}</FooterKey>
          {active?.customer && <FooterKey names={[searchShortcut, "↵"]}>{t("search.book")}</FooterKey>}
        </>
      )}
      <span className="ml-auto truncate">{t(isSlots ? "search.slotExample" : "search.everything")}</span>
    </div>
  );
}

const FooterKey = ({ names, children }: { names: readonly string[]; children: ReactNode }) => (
  <span className="flex items-center gap-1.5 whitespace-nowrap">
    <span className="flex gap-0.5">
      {names.map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
    </span>
    {children}
  </span>
);
