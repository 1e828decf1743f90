/** Notifications in the application: what the team is told of, and each person of their own bookings, over all their organizations. */
import * as z from "zod/mini";
import type { MessageKey } from "#messages/keys.ts";
import { eventStatuses } from "./events.ts";
import {
  defineModule,
  del,
  get,
  id,
  instant,
  instantDraft,
  ListQuery,
  noData,
  page,
  patch,
  post,
  requiredLine,
} from "./kit.ts";
import { ReminderLead } from "./organization-options.ts";
import { EntityRef } from "./organizations.ts";
import { participantStates } from "./participants.ts";
import { memberTypes, type RolePermission } from "./permissions.ts";

export const notificationKinds = [
  "booking_requested",
  "booking_canceled",
  "payment_failed",
  "refund_failed",
  "payment_disputed",
  "invitation_answered",
  "join_requested",
  "join_answered",
  "import_done",
  "webhook_off",
  "device_unanswered",
  "busy_conflict",
  "busy_calendar_failing",
  "invoices_failed",
  "slot_offered",
  "slot_free",
  "own_booking_made",
  "own_booking_confirmed",
  "own_booking_moved",
  "own_booking_canceled",
  "own_booking_rejected",
  "own_booking_reminder",
  "own_refund",
  "player_invited",
  "player_answered",
  "share_missing",
  "no_show_fee",
  "sms_limit",
  "pass_bought",
  "pass_withdrawn",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Told to members of the team with this permission, and shown as long as they have it. Null: to the person whom it is about. */
export const notificationPermissions = {
  booking_requested: "events.approve",
  booking_canceled: "events.update",
  payment_failed: "payments.show",
  refund_failed: "payments.refund",
  payment_disputed: "payments.refund",
  invitation_answered: "members.manage",
  join_requested: "members.manage",
  join_answered: null,
  import_done: "fields.create",
  webhook_off: "organizations.update",
  device_unanswered: "events.update",
  busy_conflict: "events.update",
  busy_calendar_failing: "organizations.update",
  invoices_failed: "payments.record",
  slot_offered: null,
  slot_free: null,
  own_booking_made: null,
  own_booking_confirmed: null,
  own_booking_moved: null,
  own_booking_canceled: null,
  own_booking_rejected: null,
  own_booking_reminder: null,
  own_refund: null,
  player_invited: null,
  player_answered: null,
  share_missing: null,
  no_show_fee: null,
  sms_limit: "organizations.update",
  pass_bought: "payments.show",
  pass_withdrawn: "payments.show",
} as const satisfies Record<NotificationKind, RolePermission | null>;

export const notificationTopics = ["requests", "bookings", "money", "administration"] as const;
export type NotificationTopic = (typeof notificationTopics)[number];
export const topicOfKind = {
  booking_requested: "requests",
  booking_canceled: "bookings",
  payment_failed: "money",
  refund_failed: "money",
  payment_disputed: "money",
  invitation_answered: "administration",
  join_requested: "requests",
  join_answered: "requests",
  import_done: "administration",
  webhook_off: "administration",
  device_unanswered: "bookings",
  busy_conflict: "bookings",
  busy_calendar_failing: "administration",
  invoices_failed: "money",
  slot_offered: "bookings",
  slot_free: "bookings",
  own_booking_made: "bookings",
  own_booking_confirmed: "bookings",
  own_booking_moved: "bookings",
  own_booking_canceled: "bookings",
  own_booking_rejected: "bookings",
  own_booking_reminder: "bookings",
  own_refund: "money",
  player_invited: "bookings",
  player_answered: "bookings",
  share_missing: "money",
  no_show_fee: "money",
  sms_limit: "administration",
  pass_bought: "money",
  pass_withdrawn: "money",
} as const satisfies Record<NotificationKind, NotificationTopic>;

/** More unread ones are not counted. */
export const MAX_COUNTED_UNREAD = 1000;

const Booking = z.object({
  /** The first of a series. */
  eventId: id,
  seriesId: z.nullable(id),
  facility: EntityRef,
  field: EntityRef,
  startTime: instant,
  endTime: instant,
  timezone: z.string(),
  /** In minor units, of all that wait or, where none does, of the one event. */
  price: z.int(),
  currency: z.string(),
  status: z.enum(eventStatuses),
  /** Events that wait for approval, and can be decided together. */
  waitingIds: z.array(id),
});

const Money = z.object({
  paymentId: id,
  eventId: id,
  /** In minor units. */
  amount: z.int(),
  currency: z.string(),
  /** Still due for the event, in minor units. */
  due: z.int(),
  /** As the provider says it. */
  reason: z.nullable(z.string()),
  field: z.string(),
  startTime: instant,
  timezone: z.string(),
  /** Until when a dispute wants an answer. */
  dueBy: z.nullable(instant),
});

const Invitation = z.object({
  answer: z.enum(["accepted", "declined"]),
  email: z.string(),
  /** The kind of the role that the invitation gave. */
  type: z.enum(memberTypes),
  /** The member that who accepted has become; null for others. */
  userId: z.nullable(id),
  invitedBy: z.nullable(z.string()),
});

const JoinRequest = z.object({
  requestId: id,
  status: z.enum(["open", "approved", "declined", "withdrawn", "expired"]),
  message: z.nullable(z.string()),
});

const ImportResult = z.object({
  importId: id,
  of: z.enum(["facilities", "bookings", "customers", "packs", "subscriptions"]),
  state: z.enum(["done", "failed"]),
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
});

const WebhookOff = z.object({
  webhookId: id,
  url: z.string(),
  failingSince: instant,
});

const BusyCalendarFact = z.object({
  calendarId: id,
  /** Since when it cannot be read; null for a conflict. */
  failingSince: z.nullable(instant),
});

const FailedInvoices = z.object({
  /** Such as `2026-11`. */
  month: z.string(),
  /** The customers, at most five of them. */
  names: z.array(z.string()),
  /** Whether the seller lacks something, so that nobody got one. */
  isSellerIncomplete: z.boolean(),
});

const OnlineOrder = z.object({
  orderId: id,
  /** The buyer. */
  customerId: id,
  /** The membership or the pack. */
  pass: z.string(),
  /** In minor units. */
  amount: z.int(),
  currency: z.string(),
});

const Slot = z.object({
  field: z.string(),
  facility: z.string(),
  startTime: instant,
  endTime: instant,
  timezone: z.string(),
  /** The end of an offer; null for a time that is free for whoever comes first. */
  expiresAt: z.nullable(instant),
  /** The event that an offer holds for the reader; null for anything else. */
  offeredEventId: z.nullable(id),
  isOpen: z.boolean(),
});

export const Notification = z.object({
  id,
  kind: z.enum(notificationKinds),
  organization: EntityRef,
  at: instant,
  readAt: z.nullable(instant),
  /** How often it happened within two minutes, as for the dates of a series. */
  count: z.int(),
  /** Customer, payer or person whom it is about; null where nobody is known. */
  name: z.nullable(z.string()),
  booking: z.nullable(Booking),
  money: z.nullable(Money),
  invitation: z.nullable(Invitation),
  joinRequest: z.nullable(JoinRequest),
  import: z.nullable(ImportResult),
  webhook: z.nullable(WebhookOff),
  /** Text messages that the organization pays for in a month, of which eight in ten are sent. */
  sms: z.nullable(z.object({ monthlyLimit: z.int() })),
  /** Names of doors and lights that have not answered, for a booking; null for other kinds. */
  devices: z.nullable(z.string()),
  /** The time of an offer, one that is free, or that of a booking to which one is invited or in which one plays. */
  slot: z.nullable(Slot),
  /** A player of one’s own booking, whom `name` names; beside `slot`, oneself in the booking of somebody else. */
  player: z.nullable(z.object({ id, state: z.enum(participantStates) })),
  /** The name is the calendar’s. */
  busyCalendar: z.nullable(BusyCalendarFact),
  /** Monthly invoices that were not issued; `count` says how many. */
  failedInvoices: z.nullable(FailedInvoices),
  /** A purchase online of a member, or a withdrawal from one. */
  order: z.nullable(OnlineOrder),
});
export type Notification = z.infer<typeof Notification>;

export const notificationChannels = ["app", "push", "sms", "mail"] as const;
/** Told on devices unless a person has chosen otherwise: what somebody waits for, and what happens to their own bookings. */
export const pushedKinds: readonly NotificationKind[] = notificationKinds.filter(
  (kind) => notificationPermissions[kind] === null || kind === "booking_requested" || kind === "join_requested",
);

/** Told by text message too, where the organization pays for it and unless a person has turned it off: what cannot wait. */
export const smsKinds: readonly NotificationKind[] = ["own_booking_canceled", "slot_offered", "slot_free"];

/** Told by mail unless a person has turned it off. Mails of other kinds always go: they say what was agreed. */
export const optionalMailKinds = [
  "own_booking_reminder",
  "slot_offered",
  "slot_free",
  "player_answered",
] as const satisfies readonly NotificationKind[];
export type OptionalMailKind = (typeof optionalMailKinds)[number];

/** Kinds of which a mail of their own tells the team at once. */
const kindsWithOwnMail: readonly NotificationKind[] = ["booking_requested", "join_requested", "refund_failed"];
/** Told to the team by mail as each person chooses: at once, or all of a day in one mail. */
export const teamMailKinds: readonly NotificationKind[] = notificationKinds.filter(
  (kind) => notificationPermissions[kind] !== null && !kindsWithOwnMail.includes(kind),
);
/** Mails that tell what stands in the application and was not read there, of several facts one: a kind that is off there is off by mail. */
export const bundledMailKinds: readonly NotificationKind[] = [...teamMailKinds, "player_answered"];
/** Names the mails to the team as a whole, where somebody turns them off by the link in one of them. */
export const TEAM_MAILS = "team_news";
export const unsubscribableMails = [...optionalMailKinds, TEAM_MAILS] as const;
export type UnsubscribableMail = (typeof unsubscribableMails)[number];

/** Browsers of one person that are told. */
export const MAX_PUSH_DEVICES = 10;

export const PushDevice = z.object({
  id,
  /** Browser and system. */
  device: z.string(),
  /** Whether it belongs to the session that asks. */
  isCurrent: z.boolean(),
  createdAt: instant,
  /** When its push service last took a message. */
  lastToldAt: z.nullable(instant),
});
export type PushDevice = z.infer<typeof PushDevice>;

const endpoint = requiredLine(1000);
/** As the browser gives it. */
const PushSubscriptionDraft = z.strictObject({
  endpoint,
  keys: z.strictObject({
    /** 65 bytes, base64url. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    /** 16 bytes, base64url. */
    auth: z.string().check(z.regex(/^[\w-]{22}(?:==)?$/)),
  }),
  /** The zone of the browser: nothing is told there between 22:00 and 7:00 but what cannot wait. */
  timezone: z.string().check(z.maxLength(64)),
});
/** `daily`: in one mail each morning, for kinds of which the team is told. */
export const notificationChoices = ["at_once", "daily", "off"] as const;
export type NotificationChoice = (typeof notificationChoices)[number];
const Preference = {
  kind: z.enum(notificationKinds),
  channel: z.enum(notificationChannels),
  choice: z.enum(notificationChoices),
};
const PreferenceDraft = z.strictObject(Preference).check(
  z.refine(({ kind, channel, choice }) => choice !== "daily" || (channel === "mail" && teamMailKinds.includes(kind)), {
    path: ["choice"],
    error: "notifications.dailyByMailOnly" satisfies MessageKey,
  }),
);
export const NotificationPreferences = z.object({
  /** Kinds that can reach the person by their permissions. */
  preferences: z.array(z.object(Preference)),
  /** Minutes before the start at which one is reminded of bookings; null: as each organization says. */
  reminderLead: ReminderLead,
});
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

const Counts = z.object({
  /** At most 1000. */
  unread: z.int(),
  topics: z.array(z.object({ topic: z.enum(notificationTopics), unread: z.int() })),
  /** Those in whose team the person is, by name. */
  organizations: z.array(z.object({ id, name: z.string(), unread: z.int() })),
});

export const notifications = defineModule("notifications", {
  list: get("/notifications", {
    allow: "verified",
    summary: "One's own notifications, latest first; those whose permission one has lost are left out",
    query: z.extend(z.omit(ListQuery, { q: true }), {
      unread: z.optional(z.stringbool()),
      organizationId: z.optional(id),
      topic: z.optional(z.enum(notificationTopics)),
    }),
    returns: page(Notification),
  }),
  count: get("/notifications/count", {
    allow: "verified",
    summary: "How many are unread, by topic and by organization",
    query: z.object({ organizationId: z.optional(id) }),
    returns: Counts,
  }),
  read: post("/notifications/read", {
    allow: "verified",
    summary: "Mark as read: some, or all until an instant, on wish of one organization or topic",
    body: z.strictObject({
      ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))),
      until: z.optional(instantDraft),
      organizationId: z.optional(id),
      topic: z.optional(z.enum(notificationTopics)),
    }),
    example: { until: "2026-06-01T08:00:00Z" },
    /** `readAt` undoes it. */
    returns: z.object({ readAt: instant, count: z.int() }),
    status: 200,
  }),
  unread: post("/notifications/unread", {
    allow: "verified",
    summary: "Mark as unread: some, or all that were marked as read at an instant",
    body: z.strictObject({
      ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(100))),
      readAt: z.optional(instantDraft),
    }),
    example: { readAt: "2026-06-01T08:00:00Z" },
    returns: z.object({ count: z.int() }),
    status: 200,
  }),
  preferences: get("/auth/user/notification-preferences", {
    allow: "verified",
    summary: "Which kinds one is told of, by channel",
    returns: NotificationPreferences,
  }),
  changePreferences: patch("/auth/user/notification-preferences", {
    allow: "verified",
    summary: "Choose kinds by channel, and when one is reminded; what is left out stays as it is",
    body: z.strictObject({
      preferences: z.optional(
        z
          .array(PreferenceDraft)
          .check(z.minLength(1), z.maxLength(notificationKinds.length * notificationChannels.length)),
      ),
      reminderLead: z.optional(ReminderLead),
    }),
    example: { preferences: [{ kind: "booking_canceled", channel: "app", choice: "off" }] },
    returns: NotificationPreferences,
    successMessage: "notifications.preferencesSaved",
  }),
  stopMails: post("/unsubscribe/{secret}", {
    allow: "everyone",
    summary: "Turn off mails of one kind by the address in each of them, as mail programs do with one press (RFC 8058)",
    body: z.looseObject({}),
    example: {},
    returns: z.object({ kind: z.enum(unsubscribableMails) }),
    raw: "webhook",
    status: 200,
  }),
  pushDevices: get("/auth/user/push", {
    allow: "verified",
    summary: "One's own browsers that are told by their push service (Web Push)",
    returns: z.array(PushDevice),
  }),
  subscribe: post("/auth/user/push", {
    allow: "verified",
    summary: `Let this browser be told, as long as the session lasts; ${MAX_PUSH_DEVICES} at most. What is told names no other person and no price`,
    body: PushSubscriptionDraft,
    example: {
      endpoint: "https://fcm.googleapis.com/fcm/send/dBIo6rBhRfg",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
      timezone: "Europe/Paris",
    },
    returns: z.array(PushDevice),
  }),
  unsubscribe: del("/auth/user/push", {
    allow: "verified",
    summary: "Tell a browser nothing more",
    body: z.strictObject({ endpoint }),
    example: { endpoint: "https://fcm.googleapis.com/fcm/send/dBIo6rBhRfg" },
    returns: noData,
  }),
});
