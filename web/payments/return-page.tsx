/** Where the payer comes back to: what became of the payment, asked of the provider until it is known. Works as often as it is opened. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleX, Clock, type LucideIcon, Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { Event } from "#contract/events.ts";
import { events } from "#contract/events.ts";
import type { Returns } from "#contract/kit.ts";
import { payments } from "#contract/payments.ts";
import { refreshMoney } from "#web/availability/refresh.ts";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { useDates } from "#web/kit/dates.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useParam } from "#web/kit/route-param.ts";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { InvoiceTable } from "./invoice-table.tsx";
import { Hold, PayButton } from "./pay.tsx";

type Outcome = Returns<typeof payments.check>;

const soonMs = 2500;
const laterMs = 10_000;
const soonTries = 8;
const isOpen = ({ status }: Outcome) => status === "processing" || status === "created";

export function PaymentReturnPage() {
  const t = useWords();
  const cache = useQueryClient();
  const { organizationId, path } = useScope();
  const params = { organizationId, paymentId: useParam("paymentId") };
  const { data, error, refetch } = useQuery({
    ...read(payments.check, { params, body: {} }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
    // Often at first, since it mostly takes seconds; then now and then.
    refetchInterval: ({ state }) => {
      if (state.data && !isOpen(state.data.data)) return false;
      return state.dataUpdateCount + state.errorUpdateCount < soonTries ? soonMs : laterMs;
    },
  });
  const outcome = data?.data;
  const eventId = outcome?.eventId ?? "";
  const event = useQuery({
    ...read(events.read, { params: { organizationId, eventId } }, { quiet: true }),
    enabled: eventId !== "",
  }).data?.data;
  const status = outcome?.status;
  useEffect(() => {
    if (status) refreshMoney(cache);
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
              <Result outcome={outcome} event={event} />
            ) : error ? (
              <FailedState error={error} onRetry={refetch} />
            ) : (
              <div className="grid justify-items-center gap-4 py-16" aria-busy>
                <Skeleton className="size-11 rounded-xl" />
                <Skeleton className="h-4 w-44" />
              </div>
            )}
          </div>
        </Card>
        {status === "succeeded" && <Invoices eventId={eventId} />}
      </div>
    </Page>
  );
}

function Result({ outcome, event }: { outcome: Outcome; event: Event | undefined }) {
  const t = useWords();
  const { organizationId, path } = useScope();
  const { status, eventId, eventStatus } = outcome;
  const isGone = eventStatus === "canceled" || eventStatus === "rejected";
  const pay = { organizationId, id: eventId };
  const back = (
    <Link to={path(`/events/${eventId}`)} className={buttonClass()}>
      {t("payments.back")}
    </Link>
  );
  if (status === "succeeded" && isGone)
    return (
      <Told icon={Undo2} title={t("payments.returnGone")} action={back}>
        {t("payments.returnGoneText")}
      </Told>
    );
  if (status === "succeeded")
    return (
      <Told icon={CircleCheck} title={t("payments.returnPaid")} event={event} action={back}>
        {t(eventStatus === "pending" ? "payments.returnPaidWaits" : "payments.returnPaidText")}
      </Told>
    );
  if (isOpen(outcome))
    return (
      <Told icon={Clock} title={t("payments.returnWaits")} event={event} action={back}>
        {t("payments.returnWaitsText")}
      </Told>
    );
  const isFailed = status === "failed";
  return (
    <Told
      icon={CircleX}
      title={t(isFailed ? "payments.returnFailed" : "payments.returnCanceled")}
      event={event}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {isGone ? (
            <Link to={path("/events/create")} className={buttonClass("primary")}>
              {t("payments.bookAgain")}
            </Link>
          ) : (
            <PayButton event={pay}>{t(isFailed ? "kit.retry" : "payments.payAgain")}</PayButton>
          )}
          {back}
        </span>
      }
    >
      {t(isFailed ? "payments.returnFailedText" : "payments.returnCanceledText")}
      {outcome.failure && <span className="mt-1 block">{outcome.failure}</span>}
      {event?.pendingReason === "payment" && event.holdExpiresAt && (
        <span className="mt-2 block text-ink">
          <Hold key={event.holdExpiresAt} until={event.holdExpiresAt} isOwn />
        </span>
      )}
    </Told>
  );
}

interface ToldProps {
  icon: LucideIcon;
  title: string;
  /** What was paid for. */
  event?: Event | undefined;
  action: ReactNode;
  children: ReactNode;
}

function Told({ icon, title, event, action, children }: ToldProps) {
  const { date, timeRange } = useDates(event?.timezone);
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {children}
      {event && (
        <span className="mt-2 block tnum">
          {event.name} · {date(event.startTime)}, {timeRange(event.startTime, event.endTime)} · {event.field.name}
        </span>
      )}
    </EmptyState>
  );
}

/** The invoice is there as soon as it is paid. */
function Invoices({ eventId }: { eventId: string }) {
  const { organizationId } = useScope();
  const paymentId = useParam("paymentId");
  const { data, isPending } = useQuery(
    read(payments.ofEvent, { params: { organizationId, eventId } }, { quiet: true }),
  );
  const payment = data?.data.payments.find(({ id }) => id === paymentId);
  return <InvoiceTable invoices={payment?.invoices} pending={isPending} />;
}
