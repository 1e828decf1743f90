/** Finds the page that a notification leads to. Pure. */
import type { Notification } from "#contract/notifications.ts";
import { countDates, ownSentences } from "#contract/notifications-sentence-rules.ts";
import { scopePath } from "#web/kit/data/scope.ts";

export interface NotificationTarget {
  to: string;
  search?: Readonly<Record<string, string>>;
}

type ImportKind = NonNullable<Notification["import"]>["of"];
/** The page of a kind of imports is under the list that they add to. */
const listPaths: Partial<Record<ImportKind, string>> = { bookings: "events", subscriptions: "memberships" };
const importPageOf = (of: ImportKind): string => (of === "facilities" ? "/import" : `/${listPaths[of] ?? of}/import`);

/** @returns undefined where the subject is gone */
export function findTarget(notification: Notification): NotificationTarget | undefined {
  const { kind, booking, money, invitation, joinRequest, import: imported, busyCalendar, organization } = notification;
  const within = (path: string) => scopePath(organization.id, path);
  if (notification.slot && notification.player) return { to: `/my-bookings/${notification.player.id}` };
  if (kind === "player_invited") return undefined;
  if (notification.slot) return notification.slot.expiresAt === null ? { to: within("/find") } : { to: "/my-bookings" };
  if (booking) {
    const isSeries = booking.seriesId !== null && countDates(notification) > 1 && !(kind in ownSentences);
    return { to: within(isSeries ? `/series/${booking.seriesId}` : `/events/${booking.eventId}`) };
  }
  if (money) return { to: within(kind === "own_refund" ? `/events/${money.eventId}` : `/payments/${money.paymentId}`) };
  if (invitation) {
    const list = invitation.type === "team" ? "/team-users" : "/users";
    return { to: within(invitation.userId === null ? list : `${list}/${invitation.userId}`) };
  }
  if (joinRequest && kind === "join_answered")
    return joinRequest.status === "approved" ? { to: within("/overview") } : undefined;
  if (joinRequest) return { to: within("/joining") };
  if (busyCalendar)
    return busyCalendar.failingSince === null
      ? { to: within("/busy-conflicts") }
      : { to: within(`/busy-calendars/${busyCalendar.calendarId}`) };
  if (notification.sms) return { to: within("/settings/sms") };
  if (notification.order) return { to: within(`/customers/${notification.order.customerId}`) };
  if (notification.failedInvoices)
    return { to: within("/invoices"), search: { monthly: notification.failedInvoices.month } };
  if (!imported) return undefined;
  return { to: within(importPageOf(imported.of)), search: { importId: imported.importId } };
}
