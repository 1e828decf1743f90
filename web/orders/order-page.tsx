/** One's own order: paying it, what became of it, and withdrawing from it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { CircleCheck, CircleX, Clock, Undo2 } from "lucide-react";
import { useEffect } from "react";
import { type Order, orders } from "#contract/orders.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries, refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { noonOf, useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { findPollInterval } from "#web/payments/poll-interval.ts";
import { PayChargeButton } from "#web/payments/pay-button.tsx";
import { PayPrepaidButton } from "#web/payments/pay-prepaid.tsx";
import { PassWords } from "./pass-words.tsx";
import { WithdrawButton } from "./withdraw-button.tsx";

export function OrderPage() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const params = { organizationId, orderId: useRouteParam("orderId") };
  const { paid } = useSearch({ strict: false });
  const comesFromPayment = paid !== undefined;
  const read = useQuery({
    ...endpointQuery(orders.read, { params }, { quiet: true }),
    enabled: !comesFromPayment,
    staleTime: 0,
  });
  // The payment service is asked where its page led back from.
  const check = useQuery({
    ...endpointQuery(orders.check, { params, body: {} }, { quiet: true }),
    enabled: comesFromPayment,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.data.state !== "open" ? false : findPollInterval(state)),
  });
  const { data, error, refetch } = comesFromPayment ? check : read;
  const order = data?.data;
  const state = order?.state;
  useEffect(() => {
    if (state === "paid") invalidatePaymentQueries(cache);
  }, [cache, state]);
  return (
    <Page
      title={order?.name ?? t("orders.one")}
      crumbs={[
        <Link key="mine" to="/my-payments">
          {t("payments.mine")}
        </Link>,
      ]}
    >
      <div className="grid max-w-2xl gap-5">
        {order ? (
          <>
            <Card>
              <div role="status">
                <Outcome order={order} isAwaited={comesFromPayment} />
              </div>
            </Card>
            <Facts order={order} />
          </>
        ) : error ? (
          <Card>
            <ErrorState error={error} onRetry={refetch} />
          </Card>
        ) : (
          <Skeleton className="h-72" />
        )}
      </div>
    </Page>
  );
}

function Outcome({ order, isAwaited }: { order: Order; isAwaited: boolean }) {
  const t = useTranslation();
  const { path } = useScope();
  const mine = (
    <Link to="/my-payments" className={buttonClass()}>
      {t("payments.mine")}
    </Link>
  );
  if (order.state === "paid")
    return (
      <EmptyState
        icon={CircleCheck}
        title={t("orders.paidTitle")}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            {mine}
            {order.canWithdraw && <WithdrawButton order={order} />}
          </span>
        }
      >
        {t("orders.paidText")}
      </EmptyState>
    );
  if (order.state === "withdrawn")
    return (
      <EmptyState icon={Undo2} title={t("orders.withdrawnTitle")} action={mine}>
        {t("orders.withdrawnText")}
      </EmptyState>
    );
  if (order.state === "expired")
    return (
      <EmptyState
        icon={CircleX}
        title={t("orders.expiredTitle")}
        action={
          <Link to={path(`/shop/${order.kind}/${order.typeId}`)} className={buttonClass("primary")}>
            {t("orders.again")}
          </Link>
        }
      >
        {t("orders.expiredText")}
      </EmptyState>
    );
  if (isAwaited)
    return (
      <EmptyState icon={Clock} title={t("orders.waitsTitle")} action={<PayParts order={order} />}>
        {t("orders.waitsText")}
      </EmptyState>
    );
  return (
    <EmptyState icon={Clock} title={t("orders.stateOpen")} action={<PayParts order={order} />}>
      <PayText order={order} />
    </EmptyState>
  );
}

function PayText({ order }: { order: Order }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { time } = useDateFormats(order.timezone);
  const { due, total, currency, expiresAt } = order;
  return (
    <>
      {due < total && (
        <span className="mb-1 block">
          {t("orders.payRest", { amount: money(due, currency), total: money(total, currency) })}
        </span>
      )}
      {t("orders.payText", { time: time(expiresAt) })}
    </>
  );
}

function PayParts({ order }: { order: Order }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { chargeId, due, currency, prepaid, organization } = order;
  return (
    <span className="flex flex-wrap justify-center gap-2">
      <PayChargeButton charge={{ organizationId: organization.id, chargeId, due }}>
        {t("orders.payByCard", { amount: money(due, currency) })}
      </PayChargeButton>
      <PayPrepaidButton organizationId={organization.id} owed={{ chargeId }} means={prepaid} {...{ due, currency }} />
      <GiveUpButton order={order} />
    </span>
  );
}

function GiveUpButton({ order }: { order: Order }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const giveUp = useMutation(endpointMutation(orders.giveUp));
  const params = { organizationId: order.organization.id, orderId: order.id };
  return (
    <ConfirmButton
      label={t("orders.giveUp")}
      title={t("orders.giveUpQuestion", { name: order.name })}
      confirm={t("orders.giveUp")}
      cancel={t("orders.keep")}
      onConfirm={async () => {
        await giveUp.mutateAsync({ params, body: {} });
        await refetchPaymentQueries(cache);
      }}
    >
      {t("orders.giveUpText")}
    </ConfirmButton>
  );
}

function Facts({ order }: { order: Order }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { date } = useDateFormats("UTC");
  const { words, termsText, holder, startsOn, endsOn, total, currency, withdrawBy, canWithdraw, organization } = order;
  const say = (local: string) => date(noonOf(local));
  return (
    <Card title={t("orders.whatBought")}>
      <div className="px-4 py-3">
        <PassWords words={words} />
      </div>
      <DescriptionList className="border-t border-line">
        <DescriptionItem name={t("subscriptions.club")}>{organization.name}</DescriptionItem>
        {!holder.isSelf && <DescriptionItem name={t("orders.holder")}>{holder.name}</DescriptionItem>}
        {(startsOn ?? endsOn) !== null && (
          <DescriptionItem name={t("orders.when")}>
            {[
              ...(startsOn ? [t("orders.from", { date: say(startsOn) })] : []),
              ...(endsOn ? [t("orders.until", { date: say(endsOn) })] : []),
            ].join("\n")}
          </DescriptionItem>
        )}
        <DescriptionItem name={t("orders.total")}>
          <span className="tnum">{money(total, currency)}</span>
        </DescriptionItem>
        {canWithdraw && withdrawBy && (
          <DescriptionItem name={t("orders.withdrawal")}>
            {t("orders.canWithdraw", { date: say(withdrawBy) })}
          </DescriptionItem>
        )}
        {termsText && <DescriptionItem name={t("orders.clubTerms")}>{termsText}</DescriptionItem>}
      </DescriptionList>
    </Card>
  );
}
