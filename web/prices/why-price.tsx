/** What somebody would pay at some hour, and why, step by step. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { fields } from "#contract/fields.ts";
import { members } from "#contract/members.ts";
import type { PricePattern } from "#contract/prices.ts";
import { read } from "#web/kit/api.ts";
import { Combobox } from "#web/kit/combobox.tsx";
import { cx } from "#web/kit/cx.ts";
import { Input } from "#web/kit/input.tsx";
import { useMoney } from "#web/kit/money.ts";
import { useScope } from "#web/kit/scope.ts";
import { Select } from "#web/kit/select.tsx";
import type { Money } from "#web/kit/sheet.ts";
import { useWords } from "#web/kit/words.ts";
import { useTyped } from "./price-draft.ts";
import { type Step, useQuote, type When } from "./use-quote.ts";

interface WhyPriceProps {
  /** As it is saved; undefined while it is new. */
  pattern: PricePattern | undefined;
  when: When;
  onWhen: (when: When) => void;
  roleName: (roleId: number) => string;
  money: Money;
}
interface Somebody {
  id: string;
  name: string;
  roleIds: number[];
}

export function WhyPrice({ pattern, when, onWhen, roleName, money }: WhyPriceProps) {
  const t = useWords();
  const written = useMoney();
  const { organizationId, can } = useScope();
  const draft = useTyped();
  const [wanted, setWanted] = useState<string | null>();
  const [planKey, setPlanKey] = useState<string>();
  const [people, setPeople] = useState(1);
  const [person, setPerson] = useState<Somebody>();
  const places = useQuery(read(fields.byFacility, { params: { organizationId } })).data?.data ?? [];
  const linked = places.flatMap(({ name: group, fields: its }) =>
    its.filter(({ id }) => draft.fieldIds.includes(id)).map(({ id, name }) => ({ value: id, label: name, group })),
  );
  const fieldId = wanted === null ? undefined : (linked.find(({ value }) => value === wanted) ?? linked[0])?.value;
  const plan = draft.plans.find(({ key }) => key === planKey) ?? draft.plans[0];
  const duration = Number(plan?.duration ?? 0);
  const answer = useQuote({ pattern, fieldId, when, duration, people, person, roleName, currency: money.currency });
  const note = fieldId === undefined ? t("prices.alone") : answer.isUnsaved ? t("prices.unsaved") : undefined;
  return (
    <div className="overflow-hidden rounded-xl border border-line">
      <div
        className="grid grid-cols-2 gap-3 border-b border-line p-4 sm:grid-cols-3"
        onKeyDown={(event) => {
          // None of this is saved: Enter does not send the form around.
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
        <Labeled label={t("prices.date")}>
          <Input type="date" value={when.date} onChange={(event) => onWhen({ ...when, date: event.target.value })} />
        </Labeled>
        <Labeled label={t("prices.time")}>
          <Input type="time" value={when.time} onChange={(event) => onWhen({ ...when, time: event.target.value })} />
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
                {answer.found.total === undefined ? t("prices.noPrice") : written(answer.found.total, money.currency)}
              </strong>
              <span className="text-13 text-ink-3">{answer.found.text}</span>
            </p>
            <Steps steps={answer.found.steps} />
          </>
        ) : (
          <p className="text-13 text-ink-3">{t("prices.mendFirst")}</p>
        )}
      </div>
    </div>
  );
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const t = useWords();
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
  /** Both columns of a telephone. */
  isWide?: boolean;
  children: ReactNode;
}

const Labeled = ({ label, isWide = false, children }: LabeledProps) => (
  <label
    className={cx(
      "grid min-w-0 content-start gap-1.5 text-13 font-medium [&_input]:font-normal [&_select]:font-normal",
      isWide && "max-sm:col-span-2",
    )}
  >
    {label}
    {children}
  </label>
);

/** A customer or somebody of the team, found by name or email; nobody is a guest. */
function PersonChoice({ person, onChoose }: { person: Somebody | undefined; onChoose: (chosen?: Somebody) => void }) {
  const t = useWords();
  const { organizationId } = useScope();
  const [q, setQ] = useState("");
  const ask = (type: "customer" | "team") =>
    read(members.list, { params: { organizationId }, query: { q, type, per_page: 10 } }, { quiet: true });
  const customers = useQuery({ ...ask("customer"), placeholderData: keepPreviousData });
  const team = useQuery({ ...ask("team"), placeholderData: keepPreviousData });
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
