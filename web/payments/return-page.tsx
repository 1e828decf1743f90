/** Return page after a payment: polls the provider until the result is known. It can be opened again. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { Card as SavedCard } from "#contract/card-shape.ts";
import type { Event } from "#contract/events.ts";
import { events } from "#contract/events.ts";
import type { Returns } from "#contract/kit.ts";
import { payments } from "#contract/payments.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useRouteParam } from "#web/kit/data/use-route-param.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CardFace, useCardNote } from "./card-face.tsx";
import { InvoiceTable } from "./invoice-table.tsx";
import { findPollInterval } from "./poll-interval.ts";
import { HoldCountdown, PayButton } from "./pay-button.tsx";
import { TransferDetails } from "./transfer.tsx";

type Outcome = Returns<typeof payments.check>;

const isUndecided = ({ status }: Outcome) => status === "processing" || status === "created";

export function PaymentReturnPage() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId, path } = useScope();
  const params = { organizationId, paymentId: useRouteParam("paymentId") };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(payments.check, { params, body: {} }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && !isUndecided(state.data.data) ? false : findPollInterval(state)),
  });
  const outcome = data?.data;
  const eventId = outcome?.eventId ?? "";
  const event = useQuery({
    ...endpointQuery(events.read, { params: { organizationId, eventId } }, { quiet: true }),
    enabled: eventId !== "",
  }).data?.data;
  const status = outcome?.status;
  useEffect(() => {
    if (status) invalidatePaymentQueries(cache);
  }, [cache, status]);
  return (
    <Page
      title={t("payments.one")}
      crumbs={[
        <Link key="mine" to="/my-bookings">
          {t("overview.mine")}
        </Link>,
        ...(event
          ? [
              <Link key="event" to={path(`/events/${event.id}`)}>
                {event.name}
              </Link>,
            ]
          : []),
      ]}
    >
      <div className="mx-auto grid max-w-2xl gap-5">
        <Card>
          <div role="status">
            {outcome ? (
              <PaymentResult outcome={outcome} event={event} />
            ) : error ? (
              <ErrorState error={error} onRetry={refetch} />
            ) : (
              <div className="grid justify-items-center gap-4 py-16" aria-busy>
                <Skeleton className="size-11 rounded-xl" />
                <Skeleton className="h-4 w-44" />
              </div>
            )}
          </div>
        </Card>
        {status === "succeeded" && eventId !== "" && <Invoices eventId={eventId} />}
      </div>
    </Page>
  );
}

function PaymentResult({ outcome, event }: { outcome: Outcome; event: Event | undefined }) {
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const { status, eventId, eventStatus } = outcome;
  const isGone = eventStatus === "canceled" || eventStatus === "rejected";
  const back = eventId ? (
    <Link to={path(`/events/${eventId}`)} className={buttonClass()}>
      {t("payments.back")}
    </Link>
  ) : (
    <Link to="/my-payments" className={buttonClass()}>
      {t("payments.mineTab")}
    </Link>
  );
  if (status === "succeeded" && isGone)
    return (
      <OutcomeCard icon={Undo2} title={t("payments.returnGone")} action={back}>
        {t("payments.returnGoneText")}
      </OutcomeCard>
    );
  if (status === "succeeded")
    return (
      <OutcomeCard icon={CircleCheck} title={t("payments.returnPaid")} event={event} action={back}>
        {t(
          eventId === null
            ? "payments.returnPaidSeveral"
            : eventStatus === "pending"
              ? "payments.returnPaidWaits"
              : "payments.returnPaidText",
        )}
        {outcome.card && <KeptCard card={outcome.card} />}
      </OutcomeCard>
    );
  if (isUndecided(outcome) && outcome.transfer)
    return (
      <div className="grid gap-4 p-4 sm:p-6">
        <TransferDetails transfer={outcome.transfer} timezone={event?.timezone} />
        <span className="justify-self-center">{back}</span>
      </div>
    );
  if (isUndecided(outcome))
    return (
      <OutcomeCard icon={Clock} title={t("payments.returnWaits")} event={event} action={back}>
        {t("payments.returnWaitsText")}
      </OutcomeCard>
    );
  const isFailed = status === "failed";
  return (
    <OutcomeCard
      icon={CircleX}
      title={t(isFailed ? "payments.returnFailed" : "payments.returnCanceled")}
      event={event}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {isGone ? (
            <Link to={path("/events/create")} className={buttonClass("primary")}>
              {t("payments.bookAgain")}
            </Link>
          ) : eventId === null ? null : (
            <PayButton event={{ organizationId, id: eventId }}>
              {t(isFailed ? "kit.retry" : "payments.payAgain")}
            </PayButton>
          )}
          {back}
        </span>
      }
    >
      {t(
        isFailed
          ? "payments.returnFailedText"
          : eventId === null
            ? "payments.returnSeveralAgain"
            : "payments.returnCanceledText",
      )}
      {outcome.failure && <span className="mt-1 block">{outcome.failure}</span>}
      {event?.pendingReason === "payment" && event.holdExpiresAt && (
        <span className="mt-2 block text-ink">
          <HoldCountdown key={event.holdExpiresAt} until={event.holdExpiresAt} timeZone={event.timezone} isOwn />
        </span>
      )}
    </OutcomeCard>
  );
}

function KeptCard({ card }: { card: SavedCard }) {
  const noteOf = useCardNote();
  return (
    <span className="mt-3 grid justify-items-center gap-0.5 text-13">
      <CardFace card={card} />
      <span>{noteOf(card)}</span>
    </span>
  );
}

interface OutcomeCardProps {
  icon: LucideIcon;
  title: string;
  event?: Event | undefined;
  action: ReactNode;
  children: ReactNode;
}

function OutcomeCard({ icon, title, event, action, children }: OutcomeCardProps) {
  const { dateTimeRange, withOtherZoneName } = useDateFormats(event?.timezone);
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {children}
      {event && (
        <span className="mt-2 block tnum">
          {event.name} · {withOtherZoneName(dateTimeRange(event.startTime, event.endTime), event.startTime)} ·{" "}
          {event.field.name}
        </span>
      )}
    </EmptyState>
  );
}

function Invoices({ eventId }: { eventId: string }) {
  const { organizationId } = useScope();
  const paymentId = useRouteParam("paymentId");
  const { data, isPending } = useQuery(
    endpointQuery(payments.ofEvent, { params: { organizationId, eventId } }, { quiet: true }),
  );
  const payment = data?.data.payments.find(({ id }) => id === paymentId);
  return <InvoiceTable invoices={payment?.invoices} pending={isPending} />;
}
