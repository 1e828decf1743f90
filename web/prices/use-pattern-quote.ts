/** Price of a booking: from the server or, with unsaved changes, by the same rules here. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fields } from "#contract/fields.ts";
import { localTimeToInstant } from "#contract/general-localtime-rules.ts";
import { type PricePattern, prices } from "#contract/prices.ts";
import { explainTraceStep, computeQuote, type Quote, type QuoteRefusal } from "#contract/prices-quote-rules.ts";
import { ApiError, endpointQuery } from "#web/kit/data/api.ts";
import { useFormProgress } from "#web/kit/form/form.tsx";
import { formatAmount as written } from "#web/kit/format/amount-format.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useWeekdayFormats } from "#web/kit/format/weekday-formats.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { toPriceGrid, findGridProblems, usePriceFormValues } from "./price-draft.ts";

export interface QuoteTime {
  /** Local date of the field: `2026-11-21`. */
  date: string;
  /** `HH:MM`. */
  time: string;
}
export interface QuoteStep {
  matched: boolean;
  why: string;
}
interface PatternQuoteOptions {
  /** The saved pattern; undefined for a new one. */
  pattern: PricePattern | undefined;
  /** Undefined: quotes by this pattern alone. */
  fieldId: string | undefined;
  when: QuoteTime;
  duration: number;
  people: number;
  /** Undefined: a guest. */
  person: { id: string; roleIds: number[] } | undefined;
  roleName: (roleId: number) => string;
  currency: string;
}
interface PatternQuote {
  /** Minor units; undefined if it is not sold. */
  total: number | undefined;
  text: string;
  steps: readonly QuoteStep[];
}

function useQuoteTexts({ roleName, currency }: Pick<PatternQuoteOptions, "roleName" | "currency">) {
  const t = useTranslation();
  const tag = useLocale();
  const { dayName, time } = useWeekdayFormats();
  const minutes = new Intl.NumberFormat(tag, { style: "unit", unit: "minute", unitDisplay: "long" });
  const formats = {
    t,
    money: (minor: number) => written(minor, currency, tag),
    ...{ weekday: dayName, time },
    role: roleName,
    duration: (count: number) => minutes.format(count),
  };
  const textOf = (answer: Quote | QuoteRefusal) => {
    if (answer.isSold) return answer.lines.map(({ label }) => label).join(", ");
    const { reason } = answer;
    if (reason.at !== "duration") return t(reason.error);
    const durations = new Intl.ListFormat(tag, { type: "disjunction" }).format(reason.durations.map(String));
    return t(reason.error, { durations });
  };
  return (answer: Quote | QuoteRefusal): PatternQuote => ({
    total: answer.isSold ? answer.total : undefined,
    text: textOf(answer),
    steps: answer.trace.map((step) => ({ matched: step.matched, why: explainTraceStep(step, formats) })),
  });
}

function useOtherPatterns(own: string | undefined, fieldId: string | undefined) {
  const { organizationId } = useScope();
  const request = { params: { organizationId }, query: { per_page: 100 } };
  const all = useQuery({ ...endpointQuery(prices.list, request), enabled: fieldId !== undefined }).data?.data ?? [];
  return all
    .filter(({ id, fields: patternFields }) => id !== own && patternFields.some((one) => one.id === fieldId))
    .map(({ created_at: createdAt, ...other }) => ({ ...other, createdAt }));
}

export function usePatternQuote({ pattern, fieldId, when, duration, people, person, ...texts }: PatternQuoteOptions) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const say = useQuoteTexts(texts);
  const draft = usePriceFormValues();
  const { dirty } = useFormProgress();
  const others = useOtherPatterns(pattern?.id, fieldId);
  const place = { organizationId, fieldId: fieldId ?? "" };
  const field = useQuery({ ...endpointQuery(fields.read, { params: place }), enabled: fieldId !== undefined }).data
    ?.data;

  const isWhole = findGridProblems(draft).size === 0 && duration >= 5 && when.date !== "" && when.time !== "";
  const timezone = field?.timezone ?? "UTC";
  const start = isWhole ? localTimeToInstant(when.date, when.time, timezone) : 0;
  const isServers = !dirty && isWhole && field !== undefined;
  const common = { duration, people, priceType: draft.type };
  const body = {
    ...common,
    fieldId: place.fieldId,
    startTime: new Date(start).toISOString(),
    userId: person?.id ?? null,
  };
  const served = useQuery({
    ...endpointQuery(prices.quote, { params: { organizationId }, body }, { quiet: true }),
    enabled: isServers,
    placeholderData: keepPreviousData,
    retry: false,
  });

  const own = {
    ...toPriceGrid(draft, { named: true }),
    id: pattern?.id ?? "",
    name: draft.name || t("prices.one"),
    type: draft.type,
    createdAt: pattern?.created_at ?? Temporal.Now.instant().toString(),
  };
  const reckon = () =>
    say(
      computeQuote({
        ...common,
        start,
        timezone,
        startStep: field?.startStep ?? 30,
        roleIds: person?.roleIds ?? [],
        currency: texts.currency,
        patterns: [own, ...others],
      }),
    );
  const find = (): PatternQuote | undefined => {
    if (!isWhole) return undefined;
    const reckoned = reckon();
    if (!isServers) return reckoned;
    // A refusal has no steps: show those of the rules here.
    if (served.error instanceof ApiError) {
      const errors = Object.values(served.error.errors ?? {}).flat();
      return { ...reckoned, total: undefined, text: errors.join(" ") || served.error.message };
    }
    const answer = served.data?.data;
    return answer
      ? { total: answer.total, text: answer.lines.map(({ label }) => label).join(", "), steps: answer.trace }
      : reckoned;
  };
  return { found: find(), isUnsaved: dirty, isAsking: isServers && served.isFetching };
}
