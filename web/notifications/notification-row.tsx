/** A notification: its sentence, which leads to what it is about, and what can be done about it at once. */
import { Link } from "@tanstack/react-router";
import {
  CalendarCheck,
  CalendarClock,
  CalendarX,
  CreditCard,
  DoorClosed,
  FileCheck,
  FileX,
  Hourglass,
  Inbox,
  MessageSquareWarning,
  type LucideIcon,
  ShieldAlert,
  Undo2,
  UserCheck,
  UserX,
  Webhook,
} from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import type { EventStatus } from "#contract/events.ts";
import type { Notification, NotificationKind } from "#contract/notifications.ts";
import { payments } from "#contract/payments.ts";
import { type RequestToDecide, useDecisions } from "#web/approvals/use-decisions.ts";
import { statusLabels } from "#web/events/labels.ts";
import { joinStatusLabels } from "#web/joining/labels.ts";
import { stateLabels } from "#web/participants/labels.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { loadWithToast } from "#web/kit/render/load-with-toast.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { localDate } from "#messages/dates.ts";
import { countDates, writeSentence } from "#contract/notifications-sentence-rules.ts";
import { findTarget } from "./notification-target.ts";

const loadRejectDialog = () => import("#web/approvals/reject-dialog.tsx");
const RejectDialog = lazy(async () => ({ default: (await loadRejectDialog()).RejectDialog }));

const loadLinkDialog = () => import("#web/payments/event-link-dialog.tsx");
const EventLinkDialog = lazy(async () => ({ default: (await loadLinkDialog()).EventLinkDialog }));

const JoinAnswers = lazy(async () => ({ default: (await import("#web/joining/join-answers.tsx")).JoinAnswers }));

const InvitationOfNews = lazy(async () => ({
  default: (await import("#web/participants/invitation-of-news.tsx")).InvitationOfNews,
}));
const OfferOfNews = lazy(async () => ({ default: (await import("#web/waitlist/own-offer.tsx")).OfferOfNews }));

const tones = {
  lime: "bg-lime-bg text-lime-fg",
  rose: "bg-rose-bg text-rose-fg",
  amber: "bg-amber-bg text-amber-fg",
  gray: "bg-gray-bg text-gray-fg",
};

function appearanceOf({ kind, invitation, import: imported }: Notification): [LucideIcon, keyof typeof tones] {
  if (invitation?.answer === "declined") return [UserX, "gray"];
  if (imported?.state === "failed") return [FileX, "rose"];
  return appearances[kind];
}
const appearances: Record<Notification["kind"], [LucideIcon, keyof typeof tones]> = {
  booking_requested: [Inbox, "rose"],
  booking_canceled: [CalendarX, "gray"],
  payment_failed: [CreditCard, "rose"],
  refund_failed: [Undo2, "amber"],
  payment_disputed: [ShieldAlert, "rose"],
  invitation_answered: [UserCheck, "lime"],
  join_requested: [Inbox, "rose"],
  join_answered: [Inbox, "rose"],
  import_done: [FileCheck, "lime"],
  webhook_off: [Webhook, "rose"],
  device_unanswered: [DoorClosed, "rose"],
  busy_conflict: [CalendarX, "amber"],
  busy_calendar_failing: [CalendarX, "rose"],
  invoices_failed: [FileX, "rose"],
  slot_offered: [Hourglass, "lime"],
  slot_free: [Hourglass, "lime"],
  own_booking_made: [CalendarCheck, "lime"],
  own_booking_confirmed: [CalendarCheck, "lime"],
  own_booking_moved: [CalendarClock, "amber"],
  own_booking_canceled: [CalendarX, "rose"],
  own_booking_rejected: [CalendarX, "rose"],
  own_booking_reminder: [CalendarClock, "gray"],
  own_refund: [Undo2, "lime"],
  player_invited: [UserCheck, "lime"],
  player_answered: [UserCheck, "gray"],
  share_missing: [CreditCard, "amber"],
  no_show_fee: [CreditCard, "rose"],
  sms_limit: [MessageSquareWarning, "amber"],
  pass_bought: [CreditCard, "lime"],
  pass_withdrawn: [Undo2, "amber"],
};

interface NotificationRowProps {
  notification: Notification;
  now: number;
  /** Whether its day stands above the row, so that the time is enough. */
  isUnderDay: boolean;
  onRead: () => void;
  onOpen?: () => void;
}

export function NotificationRow({ notification, now, isUnderDay, onRead, onOpen }: NotificationRowProps) {
  const t = useTranslation();
  const { time, day, dateTime } = useDateFormats();
  const { before, name, after } = writeSentence(t, notification);
  const target = findTarget(notification);
  const details = useDetails(notification, now);
  const [Icon, tone] = appearanceOf(notification);
  const { at, readAt } = notification;
  const isUnread = readAt === null;
  const sentence = (
    <>
      {before}
      {name && <b className="font-semibold">{name}</b>}
      {after}
    </>
  );
  return (
    <li className="relative grid grid-cols-[2rem_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-2.5 transition-colors has-[a:hover]:bg-hover sm:py-2.5">
      <span aria-hidden className={cx("grid size-8 place-items-center rounded-lg", tones[tone])}>
        <Icon className="size-4" />
      </span>
      <div className="min-w-0">
        <p className={cx("text-13 leading-4.5 [overflow-wrap:anywhere] max-lg:text-sm", !isUnread && "text-ink-2")}>
          {isUnread && <span className="sr-only">{t("notifications.unread")}: </span>}
          {target ? (
            <Link
              to={target.to}
              search={target.search as never}
              onClick={() => {
                if (isUnread) onRead();
                onOpen?.();
              }}
              className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
            >
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </p>
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere] tnum">{details.join(" · ")}</p>
        <RequestActions notification={notification} />
        <OwnAnswers notification={notification} now={now} onAnswered={() => isUnread && onRead()} />
        <LinkAction notification={notification} />
      </div>
      <div className="flex items-start gap-1">
        <time dateTime={at} title={dateTime(at)} className="pt-px text-xs whitespace-nowrap text-ink-3 tnum">
          {isUnderDay ? time(at) : day(at)}
        </time>
        {isUnread ? (
          <button
            type="button"
            aria-label={t("notifications.markRead", { sentence: `${before}${name}${after}` })}
            title={t("notifications.markOneRead")}
            onClick={onRead}
            className="relative -my-1 -mr-2 grid size-6 place-items-center rounded-full hover:bg-hover pointer-coarse:-my-3 pointer-coarse:-mr-3.5 pointer-coarse:size-10"
          >
            <span aria-hidden className="size-2 rounded-full bg-accent" />
          </button>
        ) : (
          <span aria-hidden className="-mr-2 w-6 pointer-coarse:-mr-3.5 pointer-coarse:w-10" />
        )}
      </div>
    </li>
  );
}

/** States in which a booking is as the notification says; in others its state stands beside. */
const lastingStates: Partial<Record<NotificationKind, readonly EventStatus[]>> = {
  booking_canceled: ["canceled"],
  device_unanswered: ["pending", "approved", "rejected", "completed"],
  own_booking_made: ["approved", "completed"],
  own_booking_confirmed: ["approved", "completed"],
  own_booking_moved: ["pending", "approved", "completed"],
  own_booking_canceled: ["canceled"],
  own_booking_rejected: ["rejected"],
  own_booking_reminder: ["approved", "completed"],
  player_answered: ["approved", "completed"],
  share_missing: ["approved", "completed"],
  no_show_fee: ["approved", "completed"],
};

/** Parts of the line below the sentence. Other organizations than the current one are named. */
function useDetails(notification: Notification, now: number): string[] {
  const { organizationId } = useScope();
  const details = useSubjectDetails(notification, now);
  const { id, name } = notification.organization;
  return id === organizationId ? details : [...details, name];
}

function useSubjectDetails(notification: Notification, now: number): string[] {
  const t = useTranslation();
  const money = useAmountFormat();
  const {
    kind,
    booking,
    money: amount,
    invitation,
    joinRequest,
    import: imported,
    webhook,
    slot,
    player,
    busyCalendar,
    failedInvoices,
  } = notification;
  const timeZone = booking?.timezone ?? amount?.timezone ?? slot?.timezone;
  const { day, time, timeRange, date, dateTime, weekdayDate, withOtherZoneName } = useDateFormats(timeZone);
  const dayOf = (instant: string) => {
    const [on, today] = [localDate(instant, timeZone), localDate(new Date(now), timeZone)];
    if (on === today) return t("notifications.today");
    return on.slice(0, 4) === today.slice(0, 4) ? day(instant) : weekdayDate(instant);
  };
  if (slot) {
    const { startTime, endTime, expiresAt, isOpen } = slot;
    return [
      withOtherZoneName(`${dayOf(startTime)}, ${timeRange(startTime, endTime)}`, startTime),
      slot.facility,
      ...(player && !isOpen && player.state !== "invited" && kind === "player_invited"
        ? [t(stateLabels[player.state])]
        : player && !isOpen && kind !== "own_booking_canceled"
          ? [t(statusLabels.canceled)]
          : []),
      ...(expiresAt === null
        ? []
        : [isOpen ? t("notifications.yoursUntil", { until: time(expiresAt) }) : t("waitlist.offerOver")]),
    ];
  }
  if (booking) {
    const { startTime, endTime, status, price, currency, waitingIds } = booking;
    const dates = countDates(notification);
    const when = withOtherZoneName(`${dayOf(startTime)}, ${timeRange(startTime, endTime)}`, startTime);
    const isOver = kind === "booking_requested" ? waitingIds.length === 0 : !lastingStates[kind]?.includes(status);
    return [
      dates > 1 ? t("notifications.from", { when }) : when,
      ...(kind === "booking_requested" && !isOver && price > 0 ? [money(price, currency)] : []),
      ...(isOver ? [t(statusLabels[status])] : []),
    ];
  }
  if (amount) {
    const { reason, field, startTime, dueBy } = amount;
    return [
      money(amount.amount, amount.currency),
      `${field}, ${withOtherZoneName(`${dayOf(startTime)}, ${time(startTime)}`, startTime)}`,
      ...(dueBy ? [t("notifications.answerBy", { date: date(dueBy) })] : []),
      ...(reason && kind !== "payment_disputed" ? [reason] : []),
    ];
  }
  if (invitation) return invitation.invitedBy ? [t("notifications.invitedBy", { name: invitation.invitedBy })] : [];
  if (joinRequest) {
    const { status, message } = joinRequest;
    return [...(message ? [message] : []), ...(status === "open" ? [] : [t(joinStatusLabels[status])])];
  }
  if (imported) {
    const { created, updated, failed } = imported;
    return [
      ...(created > 0 || updated + failed === 0 ? [t("notifications.created", { count: created })] : []),
      ...(updated > 0 ? [t("notifications.updated", { count: updated })] : []),
      ...(failed > 0 ? [t("notifications.notImported", { count: failed })] : []),
    ];
  }
  if (webhook) return [webhook.url];
  if (busyCalendar)
    return busyCalendar.failingSince === null
      ? []
      : [t("notifications.calendarSince", { when: dateTime(busyCalendar.failingSince) })];
  if (notification.sms) return [t("notifications.smsThenMail")];
  if (notification.order) return [money(notification.order.amount, notification.order.currency)];
  if (failedInvoices)
    return failedInvoices.isSellerIncomplete ? [t("notifications.sellerLacks")] : [failedInvoices.names.join(", ")];
  return [t("notifications.gone")];
}

function RequestActions({ notification }: { notification: Notification }) {
  const { id, kind, name, booking, joinRequest, organization } = notification;
  const t = useTranslation();
  const { decide, busy, result } = useDecisions(organization.id);
  const [rejected, setRejected] = useState<readonly RequestToDecide[]>();
  const refused = result?.refused[0];
  if (refused)
    return (
      <p role="alert" className="mt-1 text-xs text-danger [overflow-wrap:anywhere]">
        {refused.reason}
      </p>
    );
  if (joinRequest?.status === "open")
    return (
      <Suspense>
        <JoinAnswers organizationId={organization.id} requestId={joinRequest.requestId} name={name ?? ""} />
      </Suspense>
    );
  if (kind !== "booking_requested" || !booking || booking.waitingIds.length === 0) return null;
  const request = { id, eventIds: booking.waitingIds, name: name ?? "", customer: null };
  return (
    <div className="relative mt-2 flex w-fit flex-wrap gap-1.5 max-lg:*:h-9">
      <Button
        size="sm"
        variant="primary"
        pending={busy.size > 0}
        onClick={() => void decide([request], { answer: "approve" }).catch(() => {})}
      >
        {t("approvals.approve")}
      </Button>
      <Button
        size="sm"
        aria-haspopup="dialog"
        disabled={busy.size > 0}
        onClick={() => void loadWithToast(loadRejectDialog).then((isLoaded) => isLoaded && setRejected([request]))}
      >
        {t("approvals.reject")}
      </Button>
      {rejected && (
        <Suspense>
          <RejectDialog
            requests={rejected}
            onClose={() => setRejected(undefined)}
            onReject={(requests, draft) => decide(requests, { answer: "reject", ...draft })}
          />
        </Suspense>
      )}
    </div>
  );
}

interface OwnAnswersProps {
  notification: Notification;
  now: number;
  onAnswered: () => void;
}

/** To an invitation, and to an offer of a waitlist. The buttons go with the answer, and the focus to the sentence. */
function OwnAnswers({ notification: { kind, slot, player }, now, onAnswered }: OwnAnswersProps) {
  const place = useRef<HTMLDivElement>(null);
  if (!slot?.isOpen || Date.parse(slot.startTime) <= now) return null;
  const end = () => {
    place.current?.closest("li")?.querySelector("a")?.focus();
    onAnswered();
  };
  return (
    <div ref={place}>
      <Suspense>
        {kind === "player_invited" && player && <InvitationOfNews participantId={player.id} onAnswered={end} />}
        {slot.offeredEventId !== null && <OfferOfNews eventId={slot.offeredEventId} onAnswered={end} />}
      </Suspense>
    </div>
  );
}

/** After a payment that failed: the same amount, asked for again by mail. */
function LinkAction({ notification: { kind, money, organization } }: { notification: Notification }) {
  const t = useTranslation();
  const { organizationId, can } = useScope();
  const [isOpen, setIsOpen] = useState(false);
  const mayLink = organization.id === organizationId && can(payments.link);
  if (kind !== "payment_failed" || !money || money.due === 0 || !mayLink) return null;
  return (
    <div className="relative mt-2 w-fit max-lg:*:h-9">
      <Button
        size="sm"
        aria-haspopup="dialog"
        onClick={() => void loadWithToast(loadLinkDialog).then((isLoaded) => isLoaded && setIsOpen(true))}
      >
        {t("payments.sendLink")}
      </Button>
      {isOpen && (
        <Suspense>
          <EventLinkDialog organizationId={organizationId} eventId={money.eventId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
