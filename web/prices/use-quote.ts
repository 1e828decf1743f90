/** What a booking would cost: as the server says it or, with what is not saved yet, by the same rules. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fields } from "#contract/fields.ts";
import { type PricePattern, prices } from "#contract/prices.ts";
import { explain, quote, type Quote, type Refusal } from "#contract/prices-quote-rules.ts";
import { ApiError, read } from "#web/kit/api.ts";
import { useFormProgress } from "#web/kit/form.tsx";
import { money as written } from "#web/kit/money.ts";
import { useScope } from "#web/kit/scope.ts";
import { useWeek } from "#web/kit/weekdays.ts";
import { useLocale, useWords } from "#web/kit/words.ts";
import { gridOf, problemsOf, useTyped } from "./price-draft.ts";

export interface When {
  /** Local, at the field: `2026-11-21`. */
  date: string;
  /** `HH:MM`. */
  time: string;
}
export interface Step {
  matched: boolean;
  why: string;
}
interface Asked {
  /** As it is saved; undefined while it is new. */
  pattern: PricePattern | undefined;
  /** Undefined: what the pattern alone says. */
  fieldId: string | undefined;
  when: When;
  duration: number;
  people: number;
  /** Undefined: a guest. */
  person: { id: string; roleIds: number[] } | undefined;
  roleName: (roleId: number) => string;
  currency: string;
}
interface Found {
  /** Minor units; undefined where it is not sold. */
  total: number | undefined;
  /** What the price is of, or why there is none. */
  text: string;
  steps: readonly Step[];
}

/** How the reader's language says what the rules answer. */
function useTongue({ roleName, currency }: Pick<Asked, "roleName" | "currency">) {
  const t = useWords();
  const tag = useLocale();
  const { dayName } = useWeek();
  const minutes = new Intl.NumberFormat(tag, { style: "unit", unit: "minute", unitDisplay: "long" });
  const tongue = {
    t,
    money: (minor: number) => written(minor, currency, tag),
    weekday: dayName,
    role: roleName,
    duration: (count: number) => minutes.format(count),
  };
  const textOf = (answer: Quote | Refusal) => {
    if (answer.isSold) return answer.lines.map(({ label }) => label).join(", ");
    const { refused } = answer;
    if (refused.at !== "duration") return t(refused.error);
    const durations = new Intl.ListFormat(tag, { type: "disjunction" }).format(refused.durations.map(String));
    return t(refused.error, { durations });
  };
  return (answer: Quote | Refusal): Found => ({
    total: answer.isSold ? answer.total : undefined,
    text: textOf(answer),
    steps: answer.trace.map((step) => ({ matched: step.matched, why: explain(step, tongue) })),
  });
}

/** The patterns that hold for a field besides the one being edited. */
function useOthers(own: string | undefined, fieldId: string | undefined) {
  const { organizationId } = useScope();
  const ask = { params: { organizationId }, query: { per_page: 100 } };
  const all = useQuery({ ...read(prices.list, ask), enabled: fieldId !== undefined }).data?.data ?? [];
  return all
    .filter(({ id, fields: its }) => id !== own && its.some((one) => one.id === fieldId))
    .map(({ created_at: createdAt, ...other }) => ({ ...other, createdAt }));
}

export function useQuote({ pattern, fieldId, when, duration, people, person, ...saying }: Asked) {
  const t = useWords();
  const { organizationId } = useScope();
  const say = useTongue(saying);
  const draft = useTyped();
  const { dirty } = useFormProgress();
  const others = useOthers(pattern?.id, fieldId);
  const place = { organizationId, fieldId: fieldId ?? "" };
  const field = useQuery({ ...read(fields.read, { params: place }), enabled: fieldId !== undefined }).data?.data;

  const isWhole = problemsOf(draft).size === 0 && duration >= 5 && when.date !== "" && when.time !== "";
  const timezone = field?.timezone ?? "UTC";
  const start = isWhole
    ? Temporal.PlainDateTime.from(`${when.date}T${when.time}`).toZonedDateTime(timezone).epochMilliseconds
    : 0;
  const isServers = !dirty && isWhole && field !== undefined;
  const common = { duration, people, priceType: draft.type };
  const body = {
    ...common,
    fieldId: place.fieldId,
    startTime: new Date(start).toISOString(),
    userId: person?.id ?? null,
  };
  const served = useQuery({
    ...read(prices.quote, { params: { organizationId }, body }, { quiet: true }),
    enabled: isServers,
    placeholderData: keepPreviousData,
    retry: false,
  });

  const own = {
    ...gridOf(draft, { named: true }),
    id: pattern?.id ?? "",
    name: draft.name || t("prices.one"),
    type: draft.type,
    createdAt: pattern?.created_at ?? Temporal.Now.instant().toString(),
  };
  const reckon = () =>
    say(
      quote({
        ...common,
        start,
        timezone,
        startStep: field?.startStep ?? 30,
        roleIds: person?.roleIds ?? [],
        currency: saying.currency,
        patterns: [own, ...others],
      }),
    );
  const find = (): Found | undefined => {
    if (!isWhole) return undefined;
    const reckoned = reckon();
    if (!isServers) return reckoned;
    // A refusal has no steps: those of the rules lead to it.
    if (served.error instanceof ApiError) {
      const said = Object.values(served.error.errors ?? {}).flat();
      return { ...reckoned, total: undefined, text: said.join(" ") || served.error.message };
    }
    const answer = served.data?.data;
    return answer
      ? { total: answer.total, text: answer.lines.map(({ label }) => label).join(", "), steps: answer.trace }
      : reckoned;
  };
  return { found: find(), isUnsaved: dirty, isAsking: isServers && served.isFetching };
}
