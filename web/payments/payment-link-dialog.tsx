/** Sends a link to pay all that a customer owes, or one debt of it. */
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { CustomerDetail } from "#contract/customers.ts";
import {
  type CustomerBalance,
  type CustomerDebt,
  type customerDebtStates,
  DEBTS_LINK_DAYS,
} from "#contract/payments.ts";
import { isReachable } from "#web/customers/is-reachable.ts";
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
  const [{ debts: all, currency, paymentLink }] = useState(given);
  const debts = all.filter(({ isWrittenOff }) => !isWrittenOff);
  // A single debt of one's own keeps its own link, which leads to the page to pay it at once.
  const hasAll = paymentLink.count > (debts.length > 0 ? 1 : 0);
  const [chosen, setChosen] = useState(hasAll ? ALL : debts[0]?.chargeId);
  const debt = debts.find((one) => one.chargeId === chosen) ?? debts[0];
  const isAll = chosen === ALL;
  const isKnown = isReachable(customer);
  const title = t("payments.linkFor", { name: customer.name });
  const description = isAll
    ? t("payments.linkAllText", { count: DEBTS_LINK_DAYS })
    : debt
      ? t("payments.linkText")
      : t("payments.nothingOwed", { name: customer.name });
  if (useIsLinkOpen() === false) return <LinksAreOff title={title} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      {isAll || debt ? (
        <div className="grid gap-4">
          <DebtChoice
            {...{ debts, currency }}
            linked={hasAll ? paymentLink : null}
            chosen={chosen ?? ""}
            onChoose={setChosen}
          />
          <PaymentLinkForm
            key={chosen}
            subject={{
              organizationId: customer.organization.id,
              key: isAll || !debt ? { customerId: customer.id } : { chargeId: debt.chargeId },
              ...{ name: isAll || !debt ? customer.organization.name : debt.name, timezone: debt?.timezone },
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

const ALL = "all";

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
  /** Debts of the link to all; null where it is not offered. */
  linked: CustomerBalance["paymentLink"] | null;
  debts: readonly CustomerDebt[];
  currency: string;
  chosen: string;
  onChoose: (chargeId: string) => void;
}

function DebtChoice({ linked, debts, currency, chosen, onChoose }: DebtChoiceProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <div
      role="radiogroup"
      aria-label={t("payments.debt")}
      className="max-h-56 divide-y divide-line overflow-y-auto rounded-lg border border-line"
    >
      {linked && (
        <DebtOption
          isChosen={chosen === ALL}
          onChoose={() => onChoose(ALL)}
          amount={money(linked.due, linked.currency)}
        >
          <span className="font-medium">{t("payments.linkAll", { count: linked.count })}</span>
        </DebtOption>
      )}
      {debts.map((debt) => (
        <DebtOption
          key={debt.chargeId}
          isChosen={debt.chargeId === chosen}
          onChoose={() => onChoose(debt.chargeId)}
          amount={money(debt.due, currency)}
        >
          <DebtPlace debt={debt} />
          <span className={cx("text-xs", debt.state === "overdue" ? "font-medium text-danger" : "text-ink-3")}>
            {t(stateLabels[debt.state])}
          </span>
        </DebtOption>
      ))}
    </div>
  );
}

interface DebtOptionProps {
  isChosen: boolean;
  onChoose: () => void;
  amount: string;
  children: ReactNode;
}

const DebtOption = ({ isChosen, onChoose, amount, children }: DebtOptionProps) => (
  <label className="flex cursor-pointer items-center gap-3 px-3 py-2 text-13 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring">
    <input
      type="radio"
      name="debt"
      className="size-4 shrink-0 accent-accent outline-none"
      checked={isChosen}
      onChange={onChoose}
    />
    <span className="grid min-w-0 flex-1">{children}</span>
    <span className="font-medium tnum">{amount}</span>
  </label>
);

function DebtPlace({ debt: { name, fieldName, startTime, timezone } }: { debt: CustomerDebt }) {
  const { weekdayDateTime, withOtherZoneName } = useDateFormats(timezone);
  return (
    <span className="truncate font-medium">
      {fieldName === null ? name : `${fieldName}, ${withOtherZoneName(weekdayDateTime(startTime), startTime)}`}
    </span>
  );
}
