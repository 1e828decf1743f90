/** Monthly invoices by hand: choose a month, look at what would be issued, issue it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { useState } from "react";
import { invoices, type MonthlyRun } from "#contract/invoices.ts";
import { localToday } from "#web/availability/slots.ts";
import { call, endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { listMonthsUpTo } from "./month-dialog.tsx";

interface MonthlyDialogProps {
  open: boolean;
  /** The month to begin with; default: the present one. */
  month?: string | undefined;
  onOpenChange: (open: boolean) => void;
}

export function MonthlyDialog({ open, month, onOpenChange }: MonthlyDialogProps) {
  const t = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("invoices.monthly")}
      description={t("invoices.monthlyText")}
    >
      <MonthlyForm month={month} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function MonthlyForm({ month: given, onDone }: { month: string | undefined; onDone: () => void }) {
  const t = useTranslation();
  const language = useLanguage();
  const { organizationId } = useScope();
  const [months] = useState(() => listMonthsUpTo(localToday(), language));
  const [month, setMonth] = useState(() =>
    months.some(({ value }) => value === given) && given ? given : (months[0]?.value ?? ""),
  );
  const preview = useQuery({
    queryKey: ["invoices", "monthly", organizationId, month],
    queryFn: () =>
      call(
        invoices.monthly,
        { params: { organizationId }, query: { dryRun: "true" as const }, body: { month } },
        { quiet: true },
      ),
  });
  const run = preview.data?.data;
  return (
    <div className="grid gap-4">
      <label className="grid gap-1.5">
        <span className="text-13 font-medium">{t("invoices.month")}</span>
        <Select value={month} onValueChange={setMonth} options={months} />
      </label>
      {run ? (
        <Preview run={run} onDone={onDone} />
      ) : preview.error ? (
        <ErrorState error={preview.error} onRetry={preview.refetch} />
      ) : (
        <Skeleton className="h-32 rounded-lg" />
      )}
    </div>
  );
}

function Preview({ run, onDone }: { run: MonthlyRun; onDone: () => void }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const { organizationId, path } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const issue = useMutation({
    ...endpointMutation(invoices.monthly),
    onSuccess: async () => {
      await refetchPaymentQueries(cache);
      onDone();
    },
  });
  const { customers, sellerRefusal, month } = run;
  const issued = customers.filter(({ refusal }) => refusal === null);
  if (customers.length === 0)
    return (
      <EmptyState icon={FileText} title={t("invoices.monthlyNone")}>
        {t("invoices.monthlyNoneHint")}
      </EmptyState>
    );
  const totals = [...Map.groupBy(issued, ({ currency }) => currency)].map(([currency, some]) =>
    money(
      some.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
  );
  const body = { month };
  return (
    <>
      {sellerRefusal && (
        <p role="alert" className="rounded-md bg-sunken px-3 py-2.5 text-13">
          {sellerRefusal}{" "}
          <Link to={path("/settings")} className={textLinkClass}>
            {t("invoices.monthlySeller")}
          </Link>
        </p>
      )}
      <ul
        aria-label={t("invoices.monthly")}
        className="max-h-80 divide-y divide-line overflow-y-auto rounded-lg border border-line"
      >
        {customers.map((one) => (
          <Row key={`${one.customer.id} ${one.currency}`} one={one} />
        ))}
      </ul>
      <p className="flex items-baseline justify-between" aria-live="polite">
        <span className="text-13 text-ink-2">{t("invoices.total")}</span>
        <strong className="text-base tnum">{totals.join(" + ")}</strong>
      </p>
      <p className="text-13 text-ink-2">{t("invoices.neverChanges")}</p>
      <Button
        variant="primary"
        className="justify-self-end"
        pending={issue.isPending}
        disabled={issued.length === 0 || sellerRefusal !== null}
        onClick={() => issue.mutate({ params: { organizationId }, body, idempotencyKey: keyOf(body) })}
      >
        {t("invoices.monthlyIssue", { count: issued.length })}
      </Button>
    </>
  );
}

function Row({ one }: { one: MonthlyRun["customers"][number] }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  const { date } = useDateFormats("UTC");
  const { customer, charges, amount, currency, dueOn, isSent, refusal } = one;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-3.5 py-2.5 text-13">
      <span className="grid min-w-0 flex-1 basis-44 gap-0.5">
        <Link
          to={path(`/customers/${customer.id}/account`)}
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {customer.name}
        </Link>
        <span className="text-ink-3">
          {[
            t("invoices.monthlyCharges", { count: charges }),
            t("invoices.monthlyDue", { date: date(noonOf(dueOn)) }),
            ...(isSent ? [] : [t("invoices.monthlyNotMailed")]),
          ].join(" · ")}
        </span>
        {refusal && (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone="red">{t("invoices.monthlyBuyer")}</Badge>
            <Link to={path(`/customers/${customer.id}/edit`)} className={textLinkClass}>
              {t("invoices.monthlyMend")}
            </Link>
          </span>
        )}
      </span>
      <span className="text-right font-medium tnum">{money(amount, currency)}</span>
    </li>
  );
}
