/** Writes a notification as a sentence, on pages and in mails. Pure. */
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#messages/translator.ts";
import type { Notification, NotificationKind } from "./notifications.ts";
import { gameSentences, isGameKind, kindLabels } from "./notifications-labels-rules.ts";

/** A name within a sentence, which pages emphasize. */
export interface Sentence {
  before: string;
  name: string;
  after: string;
}

/** Stands in for the name while the sentence is translated, because names may occur in it twice. */
const MARK = "\u{E000}";
const split = (name: string, write: (mark: string) => string): Sentence => {
  const [before = "", after = ""] = write(MARK).split(MARK);
  return { before, name, after };
};

/** How many dates a request or a cancellation is about. */
export const countDates = ({ booking, count }: Notification): number =>
  Math.max(1, booking?.waitingIds.length || (booking?.seriesId ? count : 1));

export const playerSentences = {
  invited: "notifications.playerWaits",
  accepted: "notifications.playerComes",
  declined: "notifications.playerDeclines",
  left: "notifications.playerLeaves",
  removed: "notifications.playerLeaves",
} as const satisfies Record<NonNullable<Notification["player"]>["state"], MessageKey>;

type OwnSentence = Extract<
  MessageKey,
  `notifications.your${"Booking" | "Request"}${string}` | "notifications.sharesUnpaid" | "notifications.noShowFeeDue"
>;
export const ownSentences: Partial<Record<NotificationKind, OwnSentence>> = {
  own_booking_made: "notifications.yourBookingMade",
  own_booking_confirmed: "notifications.yourBookingConfirmed",
  own_booking_moved: "notifications.yourBookingMoved",
  own_booking_canceled: "notifications.yourBookingCanceled",
  own_booking_rejected: "notifications.yourRequestRejected",
  own_booking_reminder: "notifications.yourBookingSoon",
  share_missing: "notifications.sharesUnpaid",
  no_show_fee: "notifications.noShowFeeDue",
};

/** Sentences about dates of a series. */
const ownDatesSentences: Partial<Record<NotificationKind, Extract<MessageKey, `notifications.yourDates${string}`>>> = {
  own_booking_made: "notifications.yourDatesMade",
  own_booking_moved: "notifications.yourDatesMoved",
  own_booking_canceled: "notifications.yourDatesCanceled",
};

export function writeSentence(t: Translate, notification: Notification): Sentence {
  const {
    kind,
    booking,
    money,
    invitation,
    joinRequest,
    import: imported,
    webhook,
    busyCalendar,
    organization,
  } = notification;
  const name = notification.name ?? "";
  if (notification.slot && kind === "player_invited")
    return split(name, (mark) => t("notifications.playerInvites", { name: mark }));
  if (notification.slot && notification.player && isGameKind(kind))
    return split(notification.slot.field, (mark) => t(gameSentences[kind], { field: mark }));
  if (notification.slot) {
    const key = kind === "slot_offered" ? "notifications.offersField" : "notifications.fieldIsFree";
    return split(notification.slot.field, (mark) => t(key, { field: mark }));
  }
  const dates = countDates(notification);
  if (booking && kind === "booking_requested")
    return split(name, (mark) =>
      dates > 1
        ? t("notifications.asksForDates", { name: mark, field: booking.field.name, count: dates })
        : t("notifications.asksFor", { name: mark, field: booking.field.name }),
    );
  if (booking && kind === "device_unanswered")
    return split(name, (mark) =>
      t("notifications.deviceSilent", {
        device: notification.devices ?? "",
        name: mark,
        field: booking.field.name,
      }),
    );
  const { player } = notification;
  if (booking && player)
    return split(name, (mark) => t(playerSentences[player.state], { name: mark, field: booking.field.name }));
  const several = dates > 1 ? ownDatesSentences[kind] : undefined;
  if (booking && several) return split(booking.field.name, (mark) => t(several, { field: mark, count: dates }));
  const own = ownSentences[kind];
  if (booking && own) return split(booking.field.name, (mark) => t(own, { field: mark }));
  if (booking)
    return split(name, (mark) =>
      dates > 1
        ? t("notifications.canceledDates", { name: mark, field: booking.field.name, count: dates })
        : t("notifications.canceled", { name: mark, field: booking.field.name }),
    );
  if (money && kind === "own_refund") return { before: t("notifications.youWereRefunded"), name: "", after: "" };
  if (money && kind === "payment_failed") return split(name, (mark) => t("notifications.failedOf", { name: mark }));
  if (money && kind === "refund_failed")
    return split(name, (mark) => t("notifications.refundFailedOf", { name: mark }));
  if (money) return split(name, (mark) => t("notifications.disputedBy", { name: mark }));
  if (invitation) {
    const who = notification.name ?? invitation.email;
    return split(who, (mark) =>
      invitation.answer === "accepted"
        ? t("notifications.joined", { name: mark, organization: organization.name })
        : t("notifications.declined", { name: mark, organization: organization.name }),
    );
  }
  if (joinRequest && kind === "join_answered") {
    const key = joinRequest.status === "approved" ? "joining.joined" : "joining.refused";
    return split(organization.name, (mark) => t(key, { organization: mark }));
  }
  if (joinRequest)
    return split(name, (mark) => t("notifications.asksToJoin", { name: mark, organization: organization.name }));
  if (imported)
    return {
      before: t(imported.state === "done" ? "notifications.importOver" : "notifications.importFailed"),
      name: "",
      after: "",
    };
  if (busyCalendar)
    return split(name, (mark) =>
      busyCalendar.failingSince === null
        ? t("notifications.busyConflictsIn", { name: mark, count: notification.count })
        : t("notifications.calendarSilent", { name: mark }),
    );
  if (notification.sms)
    return { before: t("notifications.smsNearLimit", { count: notification.sms.monthlyLimit }), name: "", after: "" };
  if (notification.failedInvoices)
    return { before: t("notifications.monthlyNotIssued", { count: notification.count }), name: "", after: "" };
  const { order } = notification;
  if (order)
    return split(name, (mark) =>
      t(kind === "pass_bought" ? "notifications.buysPass" : "notifications.withdrawsPass", {
        name: mark,
        pass: order.pass,
      }),
    );
  if (webhook) return { before: t("notifications.webhookTurnedOff"), name: "", after: "" };
  return { before: t(kindLabels[kind]), name: "", after: "" };
}
