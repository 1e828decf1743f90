import type { LetterKind } from "#contract/looks.ts";
import type { MessageKey } from "#messages/keys.ts";

/** Letters in the order in which one chooses among them. */
export const letters = [
  ["events.received", "looks.letterReceived"],
  ["events.booked", "looks.letterBooked"],
  ["events.approved", "looks.letterApproved"],
  ["events.rejected", "looks.letterRejected"],
  ["events.moved", "looks.letterMoved"],
  ["events.changed", "looks.letterChanged"],
  ["events.canceled", "looks.letterCanceled"],
  ["events.expired", "looks.letterExpired"],
  ["events.restored", "looks.letterRestored"],
  ["events.reminder", "looks.letterReminder"],
  ["booking-limits.blocked", "booking-limits.mailBlocked"],
  ["packs.ending", "packs.mailEnding"],
  ["subscriptions.notice", "subscriptions.letterNotice"],
  ["subscriptions.renewalDue", "subscriptions.letterDue"],
  ["subscriptions.end", "subscriptions.letterEnd"],
  ["payments.paid", "looks.letterPaid"],
  ["payments.paidTogether", "looks.letterPaidTogether"],
  ["payments.link", "looks.letterLink"],
  ["payments.transfer", "looks.letterTransfer"],
  ["payments.returned", "looks.letterReturned"],
  ["payments.returnedByTransfer", "looks.letterReturnedByTransfer"],
  ["payments.refunded", "looks.letterRefunded"],
  ["payments.debtReminder", "looks.letterDebtReminder"],
  ["invoices.sent", "looks.letterInvoice"],
  ["waitlist.offer", "looks.letterOffer"],
  ["waitlist.free", "looks.letterFree"],
  ["waitlist.withdrawn", "looks.letterWithdrawn"],
  ["participants.invitation", "looks.letterPlayerInvitation"],
  ["participants.moved", "looks.letterPlayerMoved"],
  ["participants.canceled", "looks.letterPlayerCanceled"],
  ["participants.restored", "looks.letterPlayerRestored"],
  ["participants.removed", "looks.letterPlayerRemoved"],
  ["members.invitation", "looks.letterInvitation"],
  ["joining.answer", "looks.letterJoinAnswer"],
] as const satisfies readonly (readonly [kind: LetterKind, label: MessageKey])[];

/** Colours to choose from; any other is typed. */
export const accentChoices = [
  ["#1d4ed8", "looks.colorBlue"],
  ["#0e7490", "looks.colorTeal"],
  ["#15803d", "looks.colorGreen"],
  ["#4d7c0f", "looks.colorOlive"],
  ["#eab308", "looks.colorYellow"],
  ["#ea580c", "looks.colorOrange"],
  ["#dc2626", "looks.colorRed"],
  ["#db2777", "looks.colorPink"],
  ["#7c3aed", "looks.colorPurple"],
  ["#334155", "looks.colorSlate"],
] as const satisfies readonly (readonly [color: string, label: MessageKey])[];
