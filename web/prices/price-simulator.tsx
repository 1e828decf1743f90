/** Simulates the price of a booking with the pattern as it is in the form. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { fields } from "#contract/fields.ts";
import { members } from "#contract/members.ts";
import type { PricePattern } from "#contract/prices.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { Combobox } from "#web/kit/ui/combobox.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { DateInput } from "#web/kit/form/date-input.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Select } from "#web/kit/ui/select.tsx";
import type { AmountNotation } from "./parse-amount.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { usePriceFormValues } from "./price-draft.ts";
import { type QuoteStep, usePatternQuote, type QuoteTime } from "./use-pattern-quote.ts";

interface PriceSimulatorProps {
  pattern: PricePattern | undefined;
  when: QuoteTime;
  onWhen: (when: QuoteTime) => void;
  roleName: (roleId: number) => string;
  money: AmountNotation;
}
interface PricedPerson {
  id: string;
  name: string;
  roleIds: number[];
}

export function PriceSimulator({ pattern, when, onWhen, roleName, money }: PriceSimulatorProps) {
  const t = useTranslation();
  const formatAmount = useAmountFormat();
  const { organizationId, can } = useScope();
  const draft = usePriceFormValues();
  const [wanted, setWanted] = useState<string | null>();
  const [planKey, setPlanKey] = useState<string>();
  const [people, setPeople] = useState(1);
  const [person, setPerson] = useState<PricedPerson>();
  const places = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } })).data?.data ?? [];
  const linked = places.flatMap(({ name: group, fields: facilityFields }) =>
    facilityFields
      .filter(({ id }) => draft.fieldIds.includes(id))
      .map(({ id, name }) => ({ value: id, label: name, group })),
  );
  const fieldId = wanted === null ? undefined : (linked.find(({ value }) => value === wanted) ?? linked[0])?.value;
  const plan = draft.plans.find(({ key }) => key === planKey) ?? draft.plans[0];
  const duration = Number(plan?.duration ?? 0);
  const answer = usePatternQuote({
    pattern,
    fieldId,
    when,
    duration,
    people,
    person,
    roleName,
    currency: money.currency,
  });
  const note = fieldId === undefined ? t("prices.alone") : answer.isUnsaved ? t("prices.unsaved") : undefined;
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <div
        className="grid grid-cols-2 gap-3 border-b border-line p-4 sm:grid-cols-3"
        onKeyDown={(event) => {
          // Enter must not submit the surrounding form.
          if (event.key === "Enter") event.preventDefault();
        }}
      >
        <Labeled label={t("prices.field")} isWide>
          <Select
            options={[...linked, { value: null, label: t("prices.fieldAlone") }]}
            value={fieldId ?? null}
            onValueChange={setWanted}
          />
        </Labeled>
        <Labeled label={t("prices.date")} isInParts>
          <DateInput
            aria-label={t("prices.date")}
            value={when.date}
            onValueChange={(date) => onWhen({ ...when, date })}
          />
        </Labeled>
        <Labeled label={t("prices.time")} isInParts>
          <DateInput
            kind="time"
            aria-label={t("prices.time")}
            value={when.time}
            onValueChange={(time) => onWhen({ ...when, time })}
          />
        </Labeled>
        <Labeled label={t("prices.plan")}>
          <Select
            options={draft.plans.map(({ key, name }, index) => ({
              value: key,
              label: name || t("prices.planNamed", { number: index + 1 }),
            }))}
            value={plan?.key}
            onValueChange={setPlanKey}
          />
        </Labeled>
        <Labeled label={t("prices.people")}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={10_000}
            value={people}
            onChange={(event) => setPeople(Math.min(10_000, Math.max(1, Math.trunc(Number(event.target.value)) || 1)))}
          />
        </Labeled>
        {can(members.list) && <PersonChoice person={person} onChoose={setPerson} />}
      </div>
      <div role="status" aria-busy={answer.isAsking} className="grid gap-3 p-4">
        {note && <p className="text-xs text-ink-3">{note}</p>}
        {answer.found ? (
          <>
            <p className="flex flex-wrap items-baseline gap-x-2">
              <strong className={cx("text-xl font-semibold tnum", answer.found.total === undefined && "text-ink-3")}>
                {answer.found.total === undefined
                  ? t("prices.noPrice")
                  : formatAmount(answer.found.total, money.currency)}
              </strong>
              <span className="text-13 text-ink-3">{answer.found.text}</span>
            </p>
            <QuoteSteps steps={answer.found.steps} />
          </>
        ) : (
          <p className="text-13 text-ink-3">{t("prices.mendFirst")}</p>
        )}
      </div>
    </div>
  );
}

function QuoteSteps({ steps }: { steps: readonly QuoteStep[] }) {
  const t = useTranslation();
  return (
    <ol className="grid gap-1.5 text-13">
      {steps.map(({ matched, why }, index) => (
        <li key={`${index} ${why}`} className={cx("flex items-start gap-2", !matched && "text-ink-3")}>
          {matched ? (
            <Check className="mt-px size-4 shrink-0 text-accent-ink" aria-hidden />
          ) : (
            <Minus className="mt-px size-4 shrink-0" aria-hidden />
          )}
          <span className="sr-only">{t(matched ? "prices.matched" : "prices.notMatched")}: </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{why}</span>
        </li>
      ))}
    </ol>
  );
}

interface LabeledProps {
  label: string;
  isWide?: boolean;
  /** Use no label element, which would press the control's first button. */
  isInParts?: boolean;
  children: ReactNode;
}

function Labeled({ label, isWide = false, isInParts = false, children }: LabeledProps) {
  const className = cx(
    "grid min-w-0 content-start gap-1.5 text-13 font-medium [&_:is(input,select,[data-date-input])]:font-normal",
    isWide && "max-sm:col-span-2",
  );
  if (isInParts)
    return (
      <div className={className}>
        <span aria-hidden>{label}</span>
        {children}
      </div>
    );
  return (
    <label className={className}>
      {label}
      {children}
    </label>
  );
}

/** Searches customers and the team by name or email. No choice means a guest. */
function PersonChoice({
  person,
  onChoose,
}: {
  person: PricedPerson | undefined;
  onChoose: (chosen?: PricedPerson) => void;
}) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const [q, setQ] = useState("");
  const membersQuery = (type: "customer" | "team") =>
    endpointQuery(members.list, { params: { organizationId }, query: { q, type, per_page: 10 } }, { quiet: true });
  const customers = useQuery({ ...membersQuery("customer"), placeholderData: keepPreviousData });
  const team = useQuery({ ...membersQuery("team"), placeholderData: keepPreviousData });
  const found = [...(customers.data?.data ?? []), ...(team.data?.data ?? [])];
  return (
    <div className="grid min-w-0 content-start gap-1.5 text-13 max-sm:col-span-2">
      <span className="font-medium" aria-hidden>
        {t("prices.person")}
      </span>
      <Combobox
        aria-label={t("prices.person")}
        options={found.map(({ id, full_name, email }) => ({ value: id, label: `${full_name} · ${email}` }))}
        value={person?.id ?? ""}
        chosenLabel={person?.name ?? ""}
        placeholder={t("prices.guest")}
        clearable
        onSearch={setQ}
        searching={customers.isFetching || team.isFetching}
        onValueChange={(id) => {
          const one = found.find((member) => member.id === id);
          onChoose(one && { id, name: one.full_name, roleIds: one.roles.map((role) => role.id) });
        }}
      />
    </div>
  );
}
