/** Unpaid bookings and sales: overdue, due today and later, with sums; several are paid or reminded of at once. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CircleCheck, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { activity } from "#contract/activity.ts";
import { type Debt, type DebtFilter, payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { keepPreviousRows } from "#web/kit/list/list-layout.tsx";
import { useSetFilters } from "#web/kit/list/list-filters.tsx";
import { parseSearchOption, useListSearch } from "#web/kit/list/list-search.ts";
import { ListTable } from "#web/kit/list/list-table.tsx";
import { type Column, rowLinkClass } from "#web/kit/list/table.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { SegmentedControl } from "#web/kit/ui/segmented-control.tsx";
import { ScrollRow } from "#web/kit/ui/scroll-row.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { useDebtReminderText } from "#web/organizations/use-debt-reminder-text.ts";
import { localDate } from "#messages/dates.ts";
import { PaymentTabs } from "./payment-tabs.tsx";
import { usePlanningLink } from "./planning-link.tsx";
import { RemindButton } from "./remind-button.tsx";
import { TakePaymentButton } from "./take-payment-dialog.tsx";

const stateLabels = {
  overdue: "payments.overdue",
  today: "payments.dueToday",
  later: "payments.dueLater",
} as const;
const shortLabels = { ...stateLabels, today: "payments.dueTodayShort" } as const;
const filterLabels = { ...shortLabels, week: "payments.overAWeek", writtenOff: "charges.writtenOff" } as const;
const dueTones = { overdue: "red", today: "amber", later: "gray" } as const;

export function DebtsPage() {
  const t = useTranslation();
  const money = useAmountFormat();
  const planningLink = usePlanningLink();
  const { organizationId, isPlatform, can } = useScope();
  const search = useListSearch();
  const set = useSetFilters();
  const due = useSearch({
    strict: false,
    select: (from: { due?: unknown }): DebtFilter | undefined => parseSearchOption(filterLabels, from.due),
  });
  const input = { params: { organizationId }, query: { ...search, due } };
  const found = useQuery({ ...endpointQuery(payments.debts, input), placeholderData: keepPreviousRows(input) });
  const sums = useQuery(endpointQuery(payments.debtSums, { params: { organizationId } }, { quiet: true })).data?.data;
  useLiveRefresh(activity.live, organizationId, ["payments", "events"]);
  const { chosen, toggle, remove } = useChosenDebts(found.data?.data);
  const shown = found.data?.data ?? [];
  const mayCollect = !isPlatform && can(payments.recordSeveral);
  const choice: Choice | undefined =
    mayCollect && shown.length > 0
      ? { shown, isChosen: ({ id }) => chosen.some((debt) => debt.id === id), toggle }
      : undefined;
  return (
    <Page title={t("payments.unpaid")} crumbs={useOrganizationCrumbs() ?? []} tabs={<PaymentTabs />}>
      {sums?.map(({ currency, overdue, today, later }) => (
        <dl
          key={currency}
          className="mb-4 grid grid-cols-3 divide-x divide-line rounded-xl border border-line bg-surface"
        >
          {(
            [
              ["overdue", overdue],
              ["today", today],
              ["later", later],
            ] as const
          ).map(([state, sum]) => (
            <div key={state} className="grid gap-0.5 px-4 py-2.5 max-sm:px-3">
              <dt className="text-xs text-ink-3">
                {t(shortLabels[state])} · <span className="tnum">{sum.count}</span>
              </dt>
              <dd className={`font-semibold tnum ${state === "overdue" && sum.count > 0 ? "text-danger" : ""}`}>
                {money(sum.amount, currency)}
              </dd>
            </div>
          ))}
        </dl>
      ))}
      <div className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <ScrollRow>
          <SegmentedControl<"all" | DebtFilter>
            name="due"
            aria-label={t("payments.unpaid")}
            value={due ?? "all"}
            onValueChange={(value) => set({ due: value === "all" ? undefined : value })}
            options={[
              { value: "all", label: t("payments.everything") },
              { value: "overdue", label: t("payments.overdue") },
              { value: "week", label: t("payments.overAWeek") },
              { value: "today", label: t("payments.dueTodayShort") },
              { value: "later", label: t("payments.dueLater") },
              { value: "writtenOff", label: t("charges.writtenOff") },
            ]}
          />
        </ScrollRow>
        {mayCollect && chosen.length > 0 && (
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
            <span className="flex items-center gap-2 text-13 text-ink-2 tnum max-sm:w-full max-sm:justify-between">
              {t("payments.chosen", { count: chosen.length })}
              <Button
                variant="ghost"
                size="icon"
                aria-label={t("payments.clearChosen")}
                onClick={() => remove(chosen.map(({ id }) => id))}
              >
                <X aria-hidden />
              </Button>
            </span>
            <RemindChosen debts={chosen} onSent={remove} />
            <TakePaymentButton variant="primary" debts={chosen} onTaken={remove} />
          </div>
        )}
      </div>
      <ListTable
        q={search.q}
        label={t("payments.searchDebts")}
        exportSource={{ list: "debts", query: input.query }}
        result={found}
        caption={t("payments.unpaid")}
        action={
          choice && (
            // Phones have no head of the table.
            <SelectShown {...choice} label={t("payments.selectShown")} className="py-0! sm:hidden" />
          )
        }
        columns={useColumns(choice)}
        empty={
          search.q || due ? undefined : (
            <EmptyState icon={CircleCheck} title={t("payments.debtsNone")} action={planningLink}>
              {t("payments.debtsNoneHint")}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** A sale is on the account of its customer. */
const placeOf = ({ eventId, customer }: Debt): string =>
  eventId === null ? `/customers/${customer?.id ?? ""}/account` : `/events/${eventId}`;

/** Nobody is reminded of what is written off. */
function RemindChosen({ debts, onSent }: { debts: readonly Debt[]; onSent: (ids: readonly string[]) => void }) {
  const asked = debts.filter(({ isWrittenOff }) => !isWrittenOff);
  if (asked.length === 0) return null;
  return (
    <RemindButton
      chargeIds={asked.map(({ chargeId }) => chargeId)}
      onSent={(chargeIds) => onSent(asked.flatMap(({ id, chargeId }) => (chargeIds.includes(chargeId) ? id : [])))}
    />
  );
}

/** Debts stay chosen on other pages of the list and under other filters, until they are sent or taken. */
function useChosenDebts(shown: readonly Debt[] = []) {
  const { organizationId } = useScope();
  const [kept, setKept] = useState<readonly Debt[]>([]);
  const chosen = kept
    .filter(({ organization }) => organization.id === organizationId)
    .map((debt) => shown.find(({ id }) => id === debt.id) ?? debt);
  const remove = (ids: readonly string[]) => setKept((before) => before.filter(({ id }) => !ids.includes(id)));
  const toggle = (debts: readonly Debt[], isOn: boolean) => {
    const ids = debts.map(({ id }) => id);
    setKept((before) => [...before.filter(({ id }) => !ids.includes(id)), ...(isOn ? debts : [])]);
  };
  return { chosen, toggle, remove };
}

interface Choice {
  shown: readonly Debt[];
  isChosen: (debt: Debt) => boolean;
  toggle: (debts: readonly Debt[], isOn: boolean) => void;
}

function useColumns(choice: Choice | undefined): Column<Debt>[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  return [
    {
      key: "customer",
      header: (
        <span className="flex items-center gap-3">
          {choice && (
            <SelectShown
              {...choice}
              label={<span className="sr-only">{t("payments.selectShown")}</span>}
              className="gap-0! py-0! max-sm:hidden pointer-coarse:py-0!"
            />
          )}
          {t("customers.one")}
        </span>
      ),
      ...(choice && {
        media: (debt) => (
          <CheckBox
            className="relative z-10 gap-0!"
            label={<span className="sr-only">{t("payments.choose", { name: debt.customer?.name ?? debt.name })}</span>}
            checked={choice.isChosen(debt)}
            onChange={(isOn) => choice.toggle([debt], isOn)}
          />
        ),
      }),
      cell: (debt) => (
        <span className="grid gap-0.5">
          <Link to={path(placeOf(debt))} className={rowLinkClass}>
            {debt.customer?.name ?? debt.name}
          </Link>
          <span className="[overflow-wrap:anywhere] text-ink-3">{debt.fieldName ?? debt.name}</span>
        </span>
      ),
    },
    { key: "when", header: t("events.date"), phone: "below", cell: (debt) => <DebtTime debt={debt} /> },
    {
      key: "state",
      header: t("payments.status"),
      phone: "below",
      cell: ({ state, isWrittenOff }) => (
        <Badge tone={isWrittenOff ? "gray" : dueTones[state]} dot>
          {t(isWrittenOff ? "charges.writtenOff" : stateLabels[state])}
        </Badge>
      ),
    },
    {
      key: "reminded",
      header: t("payments.reminded"),
      className: "max-md:hidden",
      cell: (debt) => <Reminders debt={debt} />,
    },
    {
      key: "due",
      header: t("payments.due"),
      align: "right",
      phone: "beside",
      className: "whitespace-nowrap max-sm:pl-0",
      cell: ({ due, currency }) => <span className="font-medium text-ink tnum">{money(due, currency)}</span>,
    },
  ];
}

interface SelectShownProps extends Choice {
  label: ReactNode;
  className: string;
}

function SelectShown({ shown, isChosen, toggle, label, className }: SelectShownProps) {
  const count = shown.filter(isChosen).length;
  return (
    <CheckBox
      className={className}
      label={label}
      checked={count === shown.length}
      mixed={count > 0 && count < shown.length}
      onChange={(isOn) => toggle(shown, isOn)}
    />
  );
}

/** The last reminder and its step, and when the next one goes. */
function Reminders({ debt: { remindedAt, steps } }: { debt: Debt }) {
  const t = useTranslation();
  const { date, day } = useDateFormats(useOrganizationTimezone());
  const stepText = useDebtReminderText();
  const { last, nextOn, isPaused, pausedUntil } = steps;
  const notes = [
    last && stepText(last.days),
    isPaused && t("charges.remindersPaused"),
    !isPaused && pausedUntil && t("payments.remindersPausedUntil", { date: day(noonOf(pausedUntil)) }),
    nextOn && t("payments.nextReminder", { date: day(noonOf(nextOn)) }),
  ].filter(Boolean);
  return (
    <span className="grid gap-0.5 text-ink-2 tnum">
      {remindedAt ? date(remindedAt) : "—"}
      {notes.map((note) => (
        <span key={String(note)} className="text-xs text-ink-3">
          {note}
        </span>
      ))}
    </span>
  );
}

/** An invoice can say another day than the booking's. */
function DebtTime({ debt: { startTime, timezone, dueOn, isWrittenOff } }: { debt: Debt }) {
  const t = useTranslation();
  const { zonedDateTime, day } = useDateFormats(timezone);
  return (
    <span className="grid gap-0.5 text-ink-2 tnum">
      {zonedDateTime(startTime)}
      {!isWrittenOff && dueOn !== localDate(Date.parse(startTime), timezone) && (
        <span className="text-xs text-ink-3">{t("payments.dueOn", { date: day(noonOf(dueOn)) })}</span>
      )}
    </span>
  );
}
