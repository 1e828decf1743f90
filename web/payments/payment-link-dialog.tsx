/** Sends a link to pay one of a customer's debts. */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CustomerDetail } from "#contract/customers.ts";
import { type CustomerBalance, type CustomerDebt, type customerDebtStates } from "#contract/payments.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import type { MessageKey } from "#messages/keys.ts";
import { useIsLinkOpen } from "./use-is-link-open.ts";
import { PaymentLinkForm } from "./payment-forms.tsx";

interface PaymentLinkDialogProps {
  customer: CustomerDetail;
  balance: CustomerBalance;
  onClose: () => void;
}

export function PaymentLinkDialog({ customer, balance: given, onClose }: PaymentLinkDialogProps) {
  const t = useTranslation();
  // Keep the first balance: a payment leaves the balance while the dialog is still open.
  const [{ debts: all, currency }] = useState(given);
  const debts = all.filter(({ isWrittenOff }) => !isWrittenOff);
  const [chargeId, setChargeId] = useState(debts[0]?.chargeId);
  const debt = debts.find((one) => one.chargeId === chargeId);
  const isKnown = customer.email !== null || customer.guardian !== null;
  const title = t("payments.linkFor", { name: customer.name });
  const description = debt ? t("payments.linkText") : t("payments.nothingOwed", { name: customer.name });
  if (useIsLinkOpen() === false) return <LinksAreOff title={title} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      {debt ? (
        <div className="grid gap-4">
          <DebtChoice debts={debts} currency={currency} chosen={debt.chargeId} onChoose={setChargeId} />
          <PaymentLinkForm
            key={debt.chargeId}
            subject={{
              organizationId: customer.organization.id,
              key: { chargeId: debt.chargeId },
              ...{ name: debt.name, timezone: debt.timezone },
            }}
            isKnown={isKnown}
            onClose={onClose}
          />
        </div>
      ) : (
        <div className="flex justify-end">
          <Button onClick={onClose}>{t("kit.close")}</Button>
        </div>
      )}
    </Dialog>
  );
}

/** Said to who may change it; others are not offered links. */
function LinksAreOff({ title, onClose }: { title: string; onClose: () => void }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={t("payments.linksAreOff")}
      footer={
        <>
          <Button onClick={onClose}>{t("kit.close")}</Button>
          <Link to={path("/settings")} className={buttonClass("primary")}>
            {t("payments.openOnline")}
          </Link>
        </>
      }
    />
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
  onChoose: (chargeId: string) => void;
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
          key={debt.chargeId}
          className="flex cursor-pointer items-center gap-3 px-3 py-2 text-13 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring"
        >
          <input
            type="radio"
            name="debt"
            className="size-4 shrink-0 accent-accent outline-none"
            checked={debt.chargeId === chosen}
            onChange={() => onChoose(debt.chargeId)}
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

function DebtPlace({ debt: { name, fieldName, startTime, timezone } }: { debt: CustomerDebt }) {
  const { weekdayDateTime, withOtherZoneName } = useDateFormats(timezone);
  return (
    <span className="truncate font-medium">
      {fieldName === null ? name : `${fieldName}, ${withOtherZoneName(weekdayDateTime(startTime), startTime)}`}
    </span>
  );
}
