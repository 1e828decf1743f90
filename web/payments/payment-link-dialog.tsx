/** Sends a link to pay one of a customer's debts. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerDetail } from "#contract/customers.ts";
import { events } from "#contract/events.ts";
import { type CustomerBalance, type CustomerDebt, type customerDebtStates } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import type { MessageKey } from "#messages/keys.ts";
import { PaymentLinkForm } from "./payment-forms.tsx";

interface PaymentLinkDialogProps {
  customer: CustomerDetail;
  balance: CustomerBalance;
  onClose: () => void;
}

export function PaymentLinkDialog({ customer, balance: given, onClose }: PaymentLinkDialogProps) {
  const t = useTranslation();
  // Keep the first balance: a payment leaves the balance while the dialog is still open.
  const [{ debts, currency }] = useState(given);
  const [eventId, setEventId] = useState(debts[0]?.eventId);
  const debt = debts.find((one) => one.eventId === eventId);
  const title = t("payments.linkFor", { name: customer.name });
  const description = debt ? t("payments.linkText") : t("payments.nothingOwed", { name: customer.name });
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      {debt ? (
        <div className="grid gap-4">
          <DebtChoice debts={debts} currency={currency} chosen={debt.eventId} onChoose={setEventId} />
          <LinkForm key={debt.eventId} customer={customer} debt={debt} onClose={onClose} />
        </div>
      ) : (
        <div className="flex justify-end">
          <Button onClick={onClose}>{t("kit.close")}</Button>
        </div>
      )}
    </Dialog>
  );
}

const stateLabels = {
  overdue: "payments.overdue",
  today: "payments.dueToday",
  later: "payments.dueLater",
} as const satisfies Record<(typeof customerDebtStates)[number], MessageKey>;

interface DebtChoiceProps {
  debts: readonly CustomerDebt[];
  currency: string;
  chosen: string;
  onChoose: (eventId: string) => void;
}

function DebtChoice({ debts, currency, chosen, onChoose }: DebtChoiceProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <div
      role="radiogroup"
      aria-label={t("payments.debt")}
      className="max-h-56 divide-y divide-line overflow-y-auto rounded-lg border border-line"
    >
      {debts.map((debt) => (
        <label
          key={debt.eventId}
          className="flex cursor-pointer items-center gap-3 px-3 py-2 text-13 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="debt"
            className="size-4 shrink-0 accent-accent outline-none"
            checked={debt.eventId === chosen}
            onChange={() => onChoose(debt.eventId)}
          />
          <span className="grid min-w-0 flex-1">
            <DebtPlace debt={debt} />
            <span className={cx("text-xs", debt.state === "overdue" ? "font-medium text-danger" : "text-ink-3")}>
              {t(stateLabels[debt.state])}
            </span>
          </span>
          <span className="font-medium tnum">{money(debt.due, currency)}</span>
        </label>
      ))}
    </div>
  );
}

function DebtPlace({ debt: { fieldName, startTime, timezone } }: { debt: CustomerDebt }) {
  const { weekdayDateTime, withOtherZoneName } = useDateFormats(timezone);
  return (
    <span className="truncate font-medium">
      {fieldName}, {withOtherZoneName(weekdayDateTime(startTime), startTime)}
    </span>
  );
}

type LinkFormProps = Omit<PaymentLinkDialogProps, "balance"> & { debt: CustomerDebt };

function LinkForm({ customer, debt, onClose }: LinkFormProps) {
  const params = { organizationId: customer.organization.id, eventId: debt.eventId };
  const { data, error, refetch } = useQuery(endpointQuery(events.read, { params }));
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  const isKnown = customer.email !== null || customer.guardian !== null;
  return <PaymentLinkForm event={data.data} isKnown={isKnown} onClose={onClose} />;
}
