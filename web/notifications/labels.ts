import type { NotificationKind, NotificationTopic } from "#contract/notifications.ts";
import type { MessageKey } from "#messages/keys.ts";

export const kindHints = {
  booking_requested: "notifications.bookingRequestedHint",
  booking_canceled: "notifications.bookingCanceledHint",
  payment_failed: "notifications.paymentFailedHint",
  refund_failed: "notifications.refundFailedHint",
  payment_disputed: "notifications.paymentDisputedHint",
  invitation_answered: "notifications.invitationAnsweredHint",
  join_requested: "notifications.joinRequestedHint",
  join_answered: "notifications.joinAnsweredHint",
  import_done: "notifications.importDoneHint",
  webhook_off: "notifications.webhookOffHint",
  device_unanswered: "notifications.deviceUnansweredHint",
  busy_conflict: "notifications.busyConflictHint",
  busy_calendar_failing: "notifications.calendarFailingHint",
  invoices_failed: "notifications.invoicesFailedHint",
  slot_offered: "notifications.slotOfferedHint",
  slot_free: "notifications.slotFreeHint",
  own_booking_made: "notifications.ownMadeHint",
  own_booking_confirmed: "notifications.ownConfirmedHint",
  own_booking_moved: "notifications.ownMovedHint",
  own_booking_canceled: "notifications.ownCanceledHint",
  own_booking_rejected: "notifications.ownRejectedHint",
  own_booking_reminder: "notifications.ownReminderHint",
  own_refund: "notifications.ownRefundHint",
  player_invited: "notifications.playerInvitedHint",
  player_answered: "notifications.playerAnsweredHint",
  share_missing: "notifications.shareMissingHint",
  no_show_fee: "notifications.noShowFeeHint",
  sms_limit: "notifications.smsLimitHint",
  pass_bought: "notifications.passBoughtHint",
  pass_withdrawn: "notifications.passWithdrawnHint",
} as const satisfies Record<NotificationKind, MessageKey>;

export const topicLabels = {
  requests: "notifications.requests",
  bookings: "notifications.bookings",
  money: "notifications.money",
  administration: "notifications.administration",
} as const satisfies Record<NotificationTopic, MessageKey>;
