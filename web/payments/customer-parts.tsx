/** Money of a customer on their page: what is overdue, the balance, payments with their invoices, and the buttons that collect it. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AlarmClock, Banknote, Link as LinkIcon } from "lucide-react";
import { useState } from "react";
import type { CustomerDetail } from "#contract/customers.ts";
import { type CustomerBalance, type PaymentDetail, type PaymentState, payments } from "#contract/payments.ts";
import { actionClass } from "#web/customers/action-class.ts";
import type { CustomerParts } from "#web/customers/customer-parts.ts";
import { isReachable } from "#web/customers/is-reachable.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import type { MessageKey } from "#messages/keys.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { preloadDialog } from "#web/kit/ui/dialog.tsx";
import { textLinkClass } from "#web/kit/ui/text-link.ts";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { CustomerCards } from "./customer-cards.tsx";
import { CustomerWallet } from "./customer-wallet.tsx";
import { InvoiceDownload } from "./invoice-download.tsx";
import { PaymentLinkDialog } from "./payment-link-dialog.tsx";
import { SendInvoiceButton } from "./send-invoice-button.tsx";
import { SellButton } from "./sell-button.tsx";
import { RemindButton } from "./remind-button.tsx";
import { useIsLinkOpen } from "./use-is-link-open.ts";
import { TakePaymentDialog } from "./take-payment-dialog.tsx";

export const paymentCustomerParts = {
  PaymentActions,
  OverdueNotice,
  Balance,
  Wallet: CustomerWallet,
  Cards: CustomerCards,
  Payments,
} satisfies Partial<CustomerParts>;

interface CustomerProps {
  customer: CustomerDetail;
}

function useBalance({ id: customerId }: CustomerDetail): CustomerBalance | undefined {
  const { organizationId, can } = useScope();
  const { data } = useQuery({
    ...endpointQuery(payments.customerBalance, { params: { organizationId, customerId } }, { quiet: true }),
    enabled: can(payments.customerBalance),
  });
  return data?.data;
}

/** The dialog of one of the two ways to collect; undefined while it is closed. */
function useCollectDialog(customer: CustomerDetail) {
  const [way, setWay] = useState<"record" | "link">();
  const balance = useBalance(customer);
  const onClose = () => setWay(undefined);
  return {
    balance,
    open: setWay,
    dialog:
      way === "record" ? (
        <TakePaymentDialog customerId={customer.id} onClose={onClose} />
      ) : (
        way && balance && <PaymentLinkDialog customer={customer} balance={balance} onClose={onClose} />
      ),
  };
}

const opensDialog = {
  "aria-haspopup": "dialog",
  onPointerEnter: preloadDialog,
  onFocus: preloadDialog,
} as const;

function PaymentActions({ customer }: CustomerProps) {
  const t = useTranslation();
  const { can } = useScope();
  const { balance, open, dialog } = useCollectDialog(customer);
  const isLinkOpen = useIsLinkOpen();
  const sell = !customer.archivedAt && <SellButton customerId={customer.id} className={actionClass()} />;
  if (!can(payments.record) || !can(payments.customerBalance)) return sell;
  return (
    <>
      {sell}
      {(isLinkOpen !== false || can(payments.account)) && (
        <button
          type="button"
          className={actionClass()}
          disabled={!balance}
          onClick={() => open("link")}
          {...opensDialog}
        >
          <LinkIcon aria-hidden />
          <span className="max-lg:hidden">{t("payments.sendLinkShort")}</span>
          <span className="lg:hidden">{t("payments.linkShort")}</span>
        </button>
      )}
      <button
        type="button"
        className={`${actionClass()} max-lg:-order-1`}
        disabled={!balance}
        onClick={() => open("record")}
        {...opensDialog}
      >
        <Banknote aria-hidden />
        <span className="max-lg:hidden">{t("payments.take")}</span>
        <span className="lg:hidden">{t("payments.takeShort")}</span>
      </button>
      {dialog}
    </>
  );
}

const DAY_MS = 86_400_000;

function OverdueNotice({ customer }: CustomerProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { can } = useScope();
  const { balance, open, dialog } = useCollectDialog(customer);
  const [oldest, ...others] = (balance?.debts ?? []).filter(
    ({ state, isWrittenOff }) => state === "overdue" && !isWrittenOff,
  );
  const { day } = useDateFormats(oldest?.timezone);
  if (!balance || !oldest || !balance.overdueSince) return null;
  const amount = money(balance.overdue, balance.currency);
  const today = Temporal.Now.plainDateISO(oldest.timezone).toString();
  const days = Math.round((noonOf(today).getTime() - noonOf(balance.overdueSince).getTime()) / DAY_MS);
  const place = `${oldest.fieldName ?? oldest.name}, ${day(oldest.startTime)}`;
  const steps = [oldest, ...others].map((debt) => debt.steps);
  const [next] = steps.flatMap(({ nextOn }) => nextOn ?? []).toSorted();
  const pausedUntil = oldest.steps.pausedUntil;
  const reminded = [oldest, ...others]
    .flatMap(({ remindedAt }) => remindedAt ?? [])
    .toSorted()
    .at(-1);
  return (
    <section
      aria-label={t("payments.overdue")}
      className="flex flex-wrap items-center gap-3 rounded-xl bg-rose-bg px-3.5 py-3 text-rose-fg"
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-lg bg-rose-fg/12" aria-hidden>
        <AlarmClock className="size-4.5" />
      </span>
      <p className="grid min-w-0 flex-1 basis-3/5 text-13 sm:basis-auto">
        <strong className="text-sm font-semibold">{t("payments.overdueFor", { amount, count: days })}</strong>
        <span>
          {[
            others.length > 0 ? t("payments.overdueOldest", { count: others.length + 1, place }) : place,
            reminded && t("payments.remindedOn", { date: day(reminded) }),
            next && t("payments.nextReminder", { date: day(noonOf(next)) }),
            pausedUntil && t("payments.remindersPausedUntil", { date: day(noonOf(pausedUntil)) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </p>
      {can(payments.record) && (
        <span className="flex gap-2 max-sm:w-full max-sm:[&>*]:h-10 max-sm:[&>*]:flex-1">
          <RemindButton className="border-transparent" chargeIds={balance.dueChargeIds} />
          <Button variant="primary" onClick={() => open("record")} {...opensDialog}>
            {others.length > 0 ? t("payments.take") : t("payments.takeAmount", { amount })}
          </Button>
        </span>
      )}
      {dialog}
    </section>
  );
}

function Balance({ customer }: CustomerProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { path } = useScope();
  const balance = useBalance(customer);
  const { day } = useDateFormats("UTC");
  if (!balance) return null;
  const { currency, overdue, dueToday, later, laterUntil, writtenOff, received } = balance;
  const total = overdue + dueToday + later;
  const parts = [
    { name: t("payments.overdue"), amount: overdue, bar: "bg-rose-dot", text: "font-semibold text-rose-fg" },
    { name: t("payments.dueToday"), amount: dueToday, bar: "bg-amber-dot", text: "" },
    {
      name: laterUntil ? t("payments.laterUntil", { date: day(noonOf(laterUntil)) }) : t("payments.dueLater"),
      amount: later,
      bar: "bg-line-strong",
      text: "",
    },
  ].filter(({ amount }) => amount > 0);
  return (
    <Card
      title={t("payments.owed")}
      action={
        <span className="text-[0.9375rem] font-semibold tnum">
          {money(total, currency)}{" "}
          {total > 0 && <span className="text-xs font-normal text-ink-3">{t("payments.toPay")}</span>}
        </span>
      }
    >
      <div className="grid gap-3 px-4 py-3">
        {total > 0 && (
          <span className="flex h-2 gap-0.5 overflow-hidden rounded-full" aria-hidden>
            {parts.map(({ name, amount, bar }) => (
              <span key={name} className={bar} style={{ flex: amount }} />
            ))}
          </span>
        )}
        <dl className="grid gap-2 text-13">
          {parts.map(({ name, amount, text }) => (
            <div key={name} className={`flex justify-between gap-4 ${text}`}>
              <dt className={text ? "" : "text-ink-2"}>{name}</dt>
              <dd className="tnum">{money(amount, currency)}</dd>
            </div>
          ))}
          {writtenOff > 0 && (
            <div className="flex justify-between gap-4 text-ink-2">
              <dt>{t("charges.writtenOff")}</dt>
              <dd className="tnum">{money(writtenOff, currency)}</dd>
            </div>
          )}
          <div className="flex justify-between gap-4">
            <dt className="text-ink-2">{t("payments.receivedInAll")}</dt>
            <dd className="tnum">{money(received, currency)}</dd>
          </div>
        </dl>
        <Link to={path(`/customers/${customer.id}/account`)} className={`${textLinkClass} justify-self-start text-13`}>
          {t("charges.see")}
        </Link>
      </div>
    </Card>
  );
}

const FIRST_SHOWN = 6;
const SHOWN_AT_MOST = 100;

interface MoneyRow {
  key: string;
  at: string;
  payment: PaymentDetail;
  amount: number;
  invoice: PaymentDetail["invoices"][number] | undefined;
}

/** A payment is a row, and so is each credit note: both in the order in which the money moved. */
function rowsOf(payment: PaymentDetail): MoneyRow[] {
  const { id, amount, invoices, paid_at, created_at } = payment;
  const invoice = invoices.find(({ correctsId }) => correctsId === null);
  const notes = invoices.filter(({ correctsId }) => correctsId !== null);
  return [
    ...notes.map((note) => ({
      key: note.id,
      at: note.created_at,
      payment,
      amount: -Math.abs(note.totalAmount),
      invoice: note,
    })),
    { key: id, at: paid_at ?? created_at, payment, amount, invoice },
  ];
}

function Payments({ customer }: CustomerProps) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const [count, setCount] = useState(FIRST_SHOWN);
  const input = { params: { organizationId, customerId: customer.id }, query: { per_page: count } };
  const { data } = useQuery({
    ...endpointQuery(payments.ofCustomer, input, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: can(payments.ofCustomer),
  });
  const rows = (data?.data ?? []).flatMap(rowsOf).toSorted((one, other) => other.at.localeCompare(one.at));
  if (rows.length === 0) return null;
  return (
    <Card
      title={t("payments.andInvoices")}
      action={
        (data?.meta.total ?? 0) > count && (
          <button type="button" className={`${textLinkClass} text-13`} onClick={() => setCount(SHOWN_AT_MOST)}>
            {t("payments.showAll")}
          </button>
        )
      }
    >
      <ul aria-label={t("payments.andInvoices")} className="divide-y divide-line">
        {rows.map((row) => (
          <PaymentRow key={row.key} row={row} isAddressKnown={isReachable(customer)} />
        ))}
      </ul>
    </Card>
  );
}

const linkStateLabels = {
  created: "payments.linkOpen",
  processing: "payments.linkOpen",
  succeeded: "payments.paid",
  failed: "payments.linkOver",
  canceled: "payments.linkOver",
} as const satisfies Record<PaymentState, MessageKey>;

function useLinkText({ link, timezone }: PaymentDetail): string | undefined {
  const t = useTranslation();
  const { dateTime } = useDateFormats(timezone);
  if (link?.sentAt) return t("payments.linkSentOn", { when: dateTime(link.sentAt) });
  return link?.copiedAt ? t("payments.linkCopiedOn", { when: dateTime(link.copiedAt) }) : undefined;
}

function PaymentRow({
  row: { at, payment, amount, invoice },
  isAddressKnown,
}: {
  row: MoneyRow;
  isAddressKnown: boolean;
}) {
  const t = useTranslation();
  const { path } = useScope();
  const money = useAmountFormat();
  const { date } = useDateFormats(useOrganizationTimezone());
  const { day } = useDateFormats(payment.timezone);
  const isBack = amount < 0;
  const isPaid = payment.status === "succeeded";
  const linkText = useLinkText(payment);
  const title = payment.event ? `${payment.event.fieldName}, ${day(payment.event.startTime)}` : payment.label;
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto_auto_auto] items-center gap-x-3.5 px-4 py-1.5 text-13 max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:gap-x-3">
      <span className="text-ink-3 tnum max-sm:hidden">{date(at)}</span>
      <Link
        to={path(`/payments/${payment.id}`)}
        className="min-w-0 truncate font-medium hover:underline max-sm:whitespace-normal"
      >
        {isBack && invoice?.kind !== "receipt" ? t("payments.creditNoteFor", { title }) : title}
      </Link>
      <span className="text-xs text-ink-3 max-sm:col-start-1 max-sm:row-start-2">
        {isPaid
          ? [invoice?.name, t(paymentMethodLabels[payment.method])].filter(Boolean).join(" · ")
          : [linkText, t(linkStateLabels[payment.status])].filter(Boolean).join(" · ")}
      </span>
      <span
        className={cx(
          "min-w-16 text-right font-medium tnum max-sm:col-start-2 max-sm:row-start-1",
          !isPaid && "text-ink-3",
        )}
      >
        {money(amount, payment.currency)}
      </span>
      <span className="max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1">
        {invoice && (
          <span className="flex">
            <SendInvoiceButton invoice={invoice} isAddressKnown={isAddressKnown} />
            <InvoiceDownload invoice={invoice} />
          </span>
        )}
      </span>
    </li>
  );
}
