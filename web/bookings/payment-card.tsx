/** The price of a booking, what is paid, how to pay the rest, and the invoices. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import type { Booking } from "#contract/bookings.ts";
import { type EventPayments, payments } from "#contract/payments.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { InvoiceDownload, InvoiceName } from "#web/payments/invoice-download.tsx";
import { HoldCountdown, PayButtons, PaymentBadges, RefundBadge, TestModeBadge } from "#web/payments/pay-button.tsx";
import { PayPrepaidButton } from "#web/payments/pay-prepaid.tsx";
import { KeepCardBoxes, useSavedCard } from "#web/payments/keep-card-box.tsx";
import { RestByCard } from "#web/payments/rest-by-card.tsx";
import { TransferDetails } from "#web/payments/transfer.tsx";
import { paymentMethodLabels } from "#web/events/labels.ts";

/**
 * A payment that is open at its provider may be made by now: who comes back is not asked to pay again.
 * @returns whether that is not known yet
 */
function useOpenPayment(organizationId: string, found: EventPayments | undefined): boolean {
  const cache = useQueryClient();
  const open = found?.payments.find(({ status, provider }) => status === "processing" && provider === "stripe");
  const params = { organizationId, paymentId: open?.id ?? "" };
  const { data, isPending } = useQuery({
    ...endpointQuery(payments.check, { params, body: {} }, { quiet: true }),
    enabled: open !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const status = data?.data.status;
  const isDecided = status !== undefined && status !== "processing" && status !== "created";
  useEffect(() => {
    if (isDecided) invalidatePaymentQueries(cache);
  }, [cache, isDecided]);
  return open !== undefined && (isPending || isDecided);
}

export function BookingPaymentCard({ booking }: { booking: Booking }) {
  const t = useTranslation();
  const priceText = usePriceText();
  const { organization, id, price, priceLines, currency, paid, due } = booking;
  const isFree = price === 0 && paid === 0;
  const { data } = useQuery({
    ...endpointQuery(payments.ofEvent, { params: { organizationId: organization.id, eventId: id } }, { quiet: true }),
    enabled: !isFree,
  });
  const found = data?.data;
  const isChecking = useOpenPayment(organization.id, found);
  const isOnline = found?.providers.length || found?.payments.some(({ provider }) => provider !== null);
  return (
    <Card title={t("payments.one")} action={isOnline ? <TestModeBadge /> : null}>
      <div className="grid gap-3 p-4">
        <dl className="grid gap-2 text-13 tnum">
          {priceLines.length > 1 &&
            priceLines.map((line, index) => (
              <Line key={index} name={line.quantity > 1 ? `${line.label} × ${line.quantity}` : line.label}>
                {priceText(line.total, currency)}
              </Line>
            ))}
          <Line name={t("payments.price")}>{priceText(price, currency)}</Line>
          {paid > 0 && <Line name={t("bookings.paidByYou")}>{priceText(paid, currency)}</Line>}
          {due > 0 && (
            <Line name={t("payments.due")} isStrong>
              {priceText(due, currency)}
            </Line>
          )}
        </dl>
        {booking.pack && <Note>{t("packs.paidBy", { name: booking.pack.name })}</Note>}
        {found && !isChecking && <WaysToPay booking={booking} found={found} />}
      </div>
      {found && <PaymentRows found={found} />}
    </Card>
  );
}

const Line = ({ name, isStrong = false, children }: { name: string; isStrong?: boolean; children: ReactNode }) => (
  <div className={isStrong ? "flex justify-between gap-4 font-semibold" : "flex justify-between gap-4"}>
    <dt className={isStrong ? "" : "[overflow-wrap:anywhere] text-ink-2"}>{name}</dt>
    <dd className="whitespace-nowrap">{children}</dd>
  </div>
);

const Note = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">{children}</p>
);

function WaysToPay({ booking, found }: { booking: Booking; found: EventPayments }) {
  const t = useTranslation();
  const wasClosed = useSearch({ strict: false, select: (search: { payment?: string }) => search.payment === "closed" });
  const { organization, id, status, due, currency, holdExpiresAt, timezone } = booking;
  const kept = useSavedCard(organization.id, found);
  const transfer = found.payments.find((payment) => payment.transfer)?.transfer;
  const paysOnSite = due > 0 && !transfer && found.providers.length === 0 && status !== "to_pay";
  return (
    <>
      {found.refusal && <Note>{found.refusal}</Note>}
      {wasClosed && due > 0 && <Note>{t("payments.pageClosed")}</Note>}
      {status === "to_pay" && holdExpiresAt && (
        <Note>
          <HoldCountdown key={holdExpiresAt} until={holdExpiresAt} timeZone={timezone} isOwn />
        </Note>
      )}
      {transfer && <TransferDetails transfer={transfer} timezone={timezone} />}
      {paysOnSite && <p className="text-13 text-ink-2">{t("bookings.payAtDesk")}</p>}
      <RestByCard found={found} timezone={timezone} />
      {kept.boxes && <KeepCardBoxes {...kept.boxes} />}
      <PayButtons
        event={{ organizationId: organization.id, id }}
        saveCard={kept.saveCard}
        size="lg"
        providers={found.providers}
        hasTransfer={transfer !== undefined}
        {...{ wasClosed, due, currency }}
      />
      {found.prepaid && (
        <PayPrepaidButton
          organizationId={organization.id}
          owed={{ eventId: id }}
          means={found.prepaid}
          {...{ due, currency }}
          size="lg"
        />
      )}
      {found.providers.includes("stripe") && <p className="text-xs text-ink-3">{t("payments.leadsAway")}</p>}
    </>
  );
}

/** Attempts that failed concern nobody any more. */
const isShown = ({ status }: EventPayments["payments"][number]) => status !== "canceled" && status !== "created";

function PaymentRows({ found }: { found: EventPayments }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const shown = found.payments.filter(isShown);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t("payments.title")} className="divide-y divide-line border-t border-line">
      {shown.map((payment) => (
        <li key={payment.id} className="grid gap-2 px-4 py-3 text-13">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium tnum">{money(payment.amount, payment.currency)}</span>
            <span className="text-ink-2">{t(paymentMethodLabels[payment.method])}</span>
            <PaymentBadges payment={payment} />
          </p>
          {payment.refunds.map((refund) => (
            <p key={refund.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
              <span className="tnum">
                {t("payments.refundState", { amount: money(refund.amount, payment.currency) })}
              </span>
              <RefundBadge refund={refund} />
            </p>
          ))}
          {payment.invoices.map((invoice) => (
            <span key={invoice.id} className="flex items-center justify-between gap-3">
              <InvoiceName invoice={invoice} />
              <InvoiceDownload invoice={invoice} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
