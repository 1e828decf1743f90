/** Names of the kinds of notifications, on pages and on devices. Pure. */
import type { MessageKey } from "#messages/keys.ts";
import type { NotificationKind } from "./notifications.ts";

export const kindLabels = {
  booking_requested: "notifications.bookingRequested",
  booking_canceled: "notifications.bookingCanceled",
  payment_failed: "notifications.paymentFailed",
  refund_failed: "notifications.refundFailed",
  payment_disputed: "notifications.paymentDisputed",
  invitation_answered: "notifications.invitationAnswered",
  join_requested: "notifications.joinRequested",
  join_answered: "notifications.joinAnswered",
  import_done: "notifications.importDone",
  webhook_off: "notifications.webhookOff",
  device_unanswered: "notifications.deviceUnanswered",
  busy_conflict: "notifications.busyConflict",
  busy_calendar_failing: "notifications.calendarFailing",
  invoices_failed: "notifications.invoicesFailed",
  slot_offered: "notifications.slotOffered",
  slot_free: "notifications.slotFree",
  own_booking_made: "notifications.ownMade",
  own_booking_confirmed: "notifications.ownConfirmed",
  own_booking_moved: "notifications.ownMoved",
  own_booking_canceled: "notifications.ownCanceled",
  own_booking_rejected: "notifications.ownRejected",
  own_booking_reminder: "notifications.ownReminder",
  own_refund: "notifications.ownRefund",
  player_invited: "notifications.playerInvited",
  player_answered: "notifications.playerAnswered",
  share_missing: "notifications.shareMissing",
  no_show_fee: "notifications.noShowFee",
  sms_limit: "notifications.smsLimit",
  pass_bought: "notifications.passBought",
  pass_withdrawn: "notifications.passWithdrawn",
} as const satisfies Record<NotificationKind, MessageKey>;

/** Sentences to who plays in the booking of somebody else, which anybody may have changed. */
export const gameSentences = {
  own_booking_confirmed: "notifications.gameRestored",
  own_booking_moved: "notifications.gameMoved",
  own_booking_canceled: "notifications.gameCanceled",
  own_booking_reminder: "notifications.gameSoon",
} as const satisfies Partial<Record<NotificationKind, MessageKey>>;
type GameKind = keyof typeof gameSentences;
export const isGameKind = (kind: NotificationKind): kind is GameKind => kind in gameSentences;
