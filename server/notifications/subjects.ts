/** Reads what notifications are about, as it is now: one statement by kind of subject and organization. */
import { type Notification, type NotificationKind, notificationPermissions } from "#contract/notifications.ts";
import { MAX_DECIDED_EVENTS } from "#contract/approvals.ts";
import { eventStateOf } from "#contract/events-states-rules.ts";
import { memberTypeOfRole, type RoleType } from "#contract/permissions.ts";
import type { ParticipantState } from "#contract/participants.ts";
import { fullNameOf } from "#server/accounts/full-name.ts";
import { eventsWithPlaces } from "#server/events/serialize.ts";
import { isAnyOf, type Database } from "#server/kit/db/database.ts";
import { listRequestFacts } from "#server/joining/queries.ts";
import { inviterName } from "#server/members/invitations.ts";
import { agreedOf, ordersWithNames } from "#server/orders/rows.ts";
import { nameForPlayers } from "#server/participants/names.ts";
import { amountDue } from "#server/payments/ledger.ts";
import type { NotificationRow } from "./queries.ts";

export type Subject = Pick<
  Notification,
  | "name"
  | "booking"
  | "money"
  | "invitation"
  | "joinRequest"
  | "import"
  | "webhook"
  | "sms"
  | "devices"
  | "slot"
  | "player"
  | "busyCalendar"
  | "failedInvoices"
  | "order"
>;
/** By the row's id. */
type Subjects = ReadonlyMap<string, Subject>;
type SubjectReader = (db: Database, organizationId: string, rows: readonly NotificationRow[]) => Promise<Subjects>;

const nothing: Subject = {
  ...{ name: null, booking: null, money: null, invitation: null, joinRequest: null },
  ...{ import: null, webhook: null, sms: null, devices: null, slot: null, player: null },
  busyCalendar: null,
  failedInvoices: null,
  order: null,
};

interface StoredParams {
  /** Missing in notifications of before bookings could be imported. */
  of?: "facilities" | "bookings";
  eventId?: string;
  amount?: number;
  reason?: string | null;
  dueBy?: string | null;
  state?: "done" | "failed";
  created?: number;
  updated?: number;
  failed?: number;
  url?: string;
  limit?: number;
  failingSince?: string;
  devices?: string;
  /** Told to a player, of whose place the row is. */
  isPlayer?: true;
  month?: string;
  names?: string[];
  isSellerIncomplete?: boolean;
  slot?: Omit<NonNullable<Notification["slot"]>, "isOpen" | "offeredEventId">;
  /** So many dates of a series were moved together. */
  dates?: number;
}
const paramsOf = ({ params }: NotificationRow) => params as StoredParams;
/** Moves of a booking that follow each other are one row, whose count says nothing of dates. */
export function countMovedDates(row: NotificationRow): number {
  const { dates = 1, isPlayer = false } = paramsOf(row);
  return isPlayer ? row.count : dates;
}
const uniqueIds = (ids: readonly string[]) => [...new Set(ids)];

/** A fact for one person alone is shown as long as its subject is theirs. */
const isTheirs = ({ kind, user_id }: NotificationRow, ownerId: string | null): boolean =>
  notificationPermissions[kind as NotificationKind] !== null || user_id === ownerId;

const readBookings: SubjectReader = async (db, organizationId, rows) => {
  const eventIdOf = (row: NotificationRow) => paramsOf(row).eventId ?? row.subject_id;
  const events = await eventsWithPlaces(db)
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select(["events.id", "events.series_id", "events.name", "events.start_time", "events.end_time", "events.price"])
    .select(["events.currency", "events.status", "events.pending_reason", "customers.name as customer_name"])
    .select("events.user_id")
    .select(["facilities.id as facility_id", "facilities.name as facility_name", "facilities.timezone"])
    .select(["fields.id as field_id", "fields.name as field_name"])
    .where("events.organization_id", "=", organizationId)
    .where(isAnyOf("events.id", uniqueIds(rows.map(eventIdOf))))
    .execute();
  const waiting = await listWaiting(db, organizationId, events);
  const byId = new Map(events.map((event) => [event.id, event]));
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const event = byId.get(eventIdOf(row));
      if (!event || !isTheirs(row, event.user_id)) return [];
      const own = row.kind === "booking_requested" ? waiting(event) : [];
      const booking = {
        eventId: event.id,
        seriesId: event.series_id,
        facility: { id: event.facility_id, name: event.facility_name },
        field: { id: event.field_id, name: event.field_name },
        startTime: event.start_time.toISOString(),
        endTime: event.end_time.toISOString(),
        timezone: event.timezone,
        price: own.length > 0 ? own.reduce((sum, { price }) => sum + price, 0) : event.price,
        currency: event.currency,
        status: event.status as NonNullable<Subject["booking"]>["status"],
        waitingIds: own.map(({ id }) => id),
      };
      const { devices = null } = paramsOf(row);
      return [[row.id, { ...nothing, name: event.customer_name ?? event.name, booking, devices }]];
    }),
  );
};

interface RequestedEvent {
  id: string;
  series_id: string | null;
  price: number;
  status: string;
  pending_reason: string | null;
}
/** Events of the same request that wait for approval, by their start. */
async function listWaiting(
  db: Database,
  organizationId: string,
  events: readonly RequestedEvent[],
): Promise<(event: RequestedEvent) => readonly Pick<RequestedEvent, "id" | "price">[]> {
  const seriesIds = uniqueIds(events.flatMap(({ series_id }) => series_id ?? []));
  const ofSeries =
    seriesIds.length === 0
      ? []
      : await db
          .selectFrom("events")
          .select(["id", "series_id", "price"])
          .where("organization_id", "=", organizationId)
          .where(isAnyOf("series_id", seriesIds))
          .where("status", "=", "pending")
          .where("pending_reason", "=", "approval")
          .orderBy("start_time")
          .orderBy("id")
          .limit(MAX_DECIDED_EVENTS)
          .execute();
  const bySeries = Map.groupBy(ofSeries, ({ series_id }) => series_id);
  return (event) => {
    if (event.series_id) return bySeries.get(event.series_id) ?? [];
    return eventStateOf(event) === "pendingApproval" ? [event] : [];
  };
}

const readPayments =
  (paymentIdOf: (row: NotificationRow) => string | undefined): SubjectReader =>
  async (db, organizationId, rows) => {
    // The team is told of payments for bookings only.
    const payments = await eventsWithPlaces(db)
      .innerJoin("payments", (join) =>
        join
          .onRef("payments.organization_id", "=", "events.organization_id")
          .onRef("payments.event_id", "=", "events.id"),
      )
      .select(["payments.id", "events.id as event_id", "payments.payer_name", "payments.amount", "payments.currency"])
      .select([
        "payments.user_id",
        "payments.failure",
        "events.start_time",
        "facilities.timezone",
        "fields.name as field_name",
      ])
      .select(["events.status", "events.price", "events.shared", "events.paid", "events.refunded", "events.covered"])
      .where("events.organization_id", "=", organizationId)
      .where("payments.organization_id", "=", organizationId)
      .where(isAnyOf("payments.id", uniqueIds(rows.flatMap((row) => paymentIdOf(row) ?? []))))
      .execute();
    const byId = new Map(payments.map((payment) => [payment.id, payment]));
    return new Map(
      rows.flatMap((row): [string, Subject][] => {
        const payment = byId.get(paymentIdOf(row) ?? "");
        if (!payment || !isTheirs(row, payment.user_id)) return [];
        const { amount = payment.amount, reason = payment.failure, dueBy = null } = paramsOf(row);
        const money = {
          paymentId: payment.id,
          eventId: payment.event_id,
          amount,
          currency: payment.currency,
          due: amountDue(payment),
          reason,
          field: payment.field_name,
          startTime: payment.start_time.toISOString(),
          timezone: payment.timezone,
          dueBy,
        };
        return [[row.id, { ...nothing, name: payment.payer_name, money }]];
      }),
    );
  };

const readRefunds: SubjectReader = async (db, organizationId, rows) => {
  const refunds = await db
    .selectFrom("refunds")
    .select(["id", "payment_id", "amount", "failure"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", uniqueIds(rows.map(({ subject_id }) => subject_id))))
    .execute();
  const byId = new Map(refunds.map((refund) => [refund.id, refund]));
  const ofPayments = await readPayments((row) => byId.get(row.subject_id)?.payment_id)(db, organizationId, rows);
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const refund = byId.get(row.subject_id);
      const subject = ofPayments.get(row.id);
      if (!refund || !subject?.money) return [];
      return [[row.id, { ...subject, money: { ...subject.money, amount: refund.amount, reason: refund.failure } }]];
    }),
  );
};

const readInvitations: SubjectReader = async (db, organizationId, rows) => {
  const invitations = await db
    .selectFrom("invitations")
    .innerJoin("roles", (join) =>
      join
        .onRef("roles.organization_id", "=", "invitations.organization_id")
        .onRef("roles.id", "=", "invitations.role_id"),
    )
    .leftJoin("users as inviter", "inviter.id", "invitations.invited_by")
    .select(["invitations.id", "invitations.email", "invitations.status", "roles.type"])
    .select(["inviter.first_name", "inviter.last_name"])
    .where("invitations.organization_id", "=", organizationId)
    .where(isAnyOf("invitations.id", uniqueIds(rows.map(({ subject_id }) => subject_id))))
    .execute();
  // Names of those who are members: the team sees no others.
  const members = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .select(["users.id", "users.email", fullNameOf("users").as("full_name")])
    .where("memberships.organization_id", "=", organizationId)
    .where("users.email_verified_at", "is not", null)
    .where(
      isAnyOf(
        "users.email",
        invitations.map(({ email }) => email),
      ),
    )
    .execute();
  const memberOf = new Map(members.map((member) => [member.email, member]));
  const byId = new Map(invitations.map((invitation) => [invitation.id, invitation]));
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const invitation = byId.get(row.subject_id);
      if (!invitation) return [];
      const { email, status } = invitation;
      const isAccepted = status === "accepted";
      const member = isAccepted ? memberOf.get(email) : undefined;
      const answered = {
        answer: isAccepted ? ("accepted" as const) : ("declined" as const),
        email,
        type: memberTypeOfRole(invitation.type as RoleType),
        userId: member?.id ?? null,
        invitedBy: inviterName(invitation),
      };
      return [[row.id, { ...nothing, name: member?.full_name ?? null, invitation: answered }]];
    }),
  );
};

const readJoinRequests: SubjectReader = async (db, organizationId, rows) => {
  const ids = uniqueIds(rows.map(({ subject_id }) => subject_id));
  const byId = new Map((await listRequestFacts(db, organizationId, ids)).map((request) => [request.id, request]));
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const request = byId.get(row.subject_id);
      if (!request) return [];
      const { id: requestId, status, message, full_name: name } = request;
      return [[row.id, { ...nothing, name, joinRequest: { requestId, status, message } }]];
    }),
  );
};

const readImports: SubjectReader = async (_db, _organizationId, rows) =>
  new Map(
    rows.map((row): [string, Subject] => {
      const { of = "facilities", state = "done", created = 0, updated = 0, failed = 0 } = paramsOf(row);
      return [row.id, { ...nothing, import: { importId: row.subject_id, of, state, created, updated, failed } }];
    }),
  );

const readWebhooks: SubjectReader = async (_db, _organizationId, rows) =>
  new Map(
    rows.map((row): [string, Subject] => {
      const { url = "", failingSince = row.created_at.toISOString() } = paramsOf(row);
      return [row.id, { ...nothing, webhook: { webhookId: row.subject_id, url, failingSince } }];
    }),
  );

const readSmsLimits: SubjectReader = async (_db, _organizationId, rows) =>
  new Map(
    rows.map((row): [string, Subject] => [row.id, { ...nothing, sms: { monthlyLimit: paramsOf(row).limit ?? 0 } }]),
  );

const readBusyCalendars: SubjectReader = async (db, organizationId, rows) => {
  const calendars = await db
    .selectFrom("busy_calendars")
    .select(["id", "name"])
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", uniqueIds(rows.map(({ subject_id }) => subject_id))))
    .where("archived_at", "is", null)
    .execute();
  const names = new Map(calendars.map(({ id, name }) => [id, name]));
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const name = names.get(row.subject_id);
      if (name === undefined) return [];
      const busyCalendar = { calendarId: row.subject_id, failingSince: paramsOf(row).failingSince ?? null };
      return [[row.id, { ...nothing, name, busyCalendar }]];
    }),
  );
};

const readFailedInvoices: SubjectReader = async (_db, _organizationId, rows) =>
  new Map(
    rows.map((row): [string, Subject] => {
      const { month = "", names = [], isSellerIncomplete = false } = paramsOf(row);
      return [row.id, { ...nothing, failedInvoices: { month, names, isSellerIncomplete } }];
    }),
  );

const readOrders: SubjectReader = async (db, organizationId, rows) => {
  const ids = uniqueIds(rows.map(({ subject_id }) => subject_id));
  const ordered = await ordersWithNames(db)
    .where("orders.organization_id", "=", organizationId)
    .where(isAnyOf("orders.id", ids))
    .execute();
  const byId = new Map(ordered.map((row) => [row.id, row]));
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const found = byId.get(row.subject_id);
      if (!found) return [];
      const { id: orderId, customer_id: customerId, buyer_name: name, amount, currency } = found;
      const order = { orderId, customerId, pass: agreedOf(found).name, amount, currency };
      return [[row.id, { ...nothing, name, order }]];
    }),
  );
};

/** An offer is open as long as its event is one; a time that is free is told once. */
const readSlots: SubjectReader = async (db, organizationId, rows) => {
  const offered = await db
    .selectFrom("events")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where(isAnyOf("id", uniqueIds(rows.map(({ subject_id }) => subject_id))))
    .where("pending_reason", "=", "offer")
    .execute();
  const open = new Set(offered.map(({ id }) => id));
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const { slot } = paramsOf(row);
      if (!slot) return [];
      const isOpen = slot.expiresAt === null || open.has(row.subject_id);
      const offeredEventId = slot.expiresAt === null ? null : row.subject_id;
      return [[row.id, { ...nothing, slot: { ...slot, offeredEventId, isOpen } }]];
    }),
  );
};

/** Bookings of others as who is invited or plays reads them: without a price. */
const readGames: SubjectReader = async (db, organizationId, rows) => {
  const places = await eventsWithPlaces(db)
    .innerJoin("event_participants as player", (join) =>
      join.onRef("player.organization_id", "=", "events.organization_id").onRef("player.event_id", "=", "events.id"),
    )
    .leftJoin("customers", (join) =>
      join
        .onRef("customers.organization_id", "=", "events.organization_id")
        .onRef("customers.id", "=", "events.customer_id"),
    )
    .select(["player.id", "player.state", "player.user_id", "events.name", "customers.name as customer_name"])
    .select(["events.start_time", "events.end_time", "events.status", "facilities.timezone"])
    .select(["fields.name as field", "facilities.name as facility"])
    .where("events.organization_id", "=", organizationId)
    .where("player.organization_id", "=", organizationId)
    .where(isAnyOf("player.id", uniqueIds(rows.map(({ subject_id }) => subject_id))))
    .execute();
  const byId = new Map(places.map((one) => [one.id, one]));
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const found = byId.get(row.subject_id);
      if (!found || found.state === "removed") return [];
      const { field, facility, timezone, start_time: start, end_time: end, status } = found;
      const state = found.state as ParticipantState;
      const times = { startTime: start.toISOString(), endTime: end.toISOString(), timezone };
      const slot = { field, facility, ...times, expiresAt: null, offeredEventId: null };
      const player = { id: found.id, state };
      if (row.kind === "player_invited") {
        const invitation = { ...slot, isOpen: state === "invited" && status === "approved" };
        return [[row.id, { ...nothing, name: found.customer_name ?? found.name, slot: invitation, player }]];
      }
      // Nothing is read of it any more by those who have left.
      if (state !== "accepted" || found.user_id !== row.user_id) return [];
      const isOpen = status === "approved" || status === "completed";
      return [[row.id, { ...nothing, slot: { ...slot, isOpen }, player }]];
    }),
  );
};

/** To who has booked, and to who plays there. */
const readOwnBookings: SubjectReader = async (db, organizationId, rows) => {
  const [games, own] = [true, false].map((isPlayer) =>
    rows.filter((row) => (paramsOf(row).isPlayer ?? false) === isPlayer),
  );
  return new Map([
    ...(games?.length ? await readGames(db, organizationId, games) : []),
    ...(own?.length ? await readBookings(db, organizationId, own) : []),
  ]);
};

/** To the organizer, of whoever plays in their booking. */
const readPlayerAnswers: SubjectReader = async (db, organizationId, rows) => {
  const players = await db
    .selectFrom("event_participants as player")
    .leftJoin("users", "users.id", "player.user_id")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.organization_id", "=", "player.organization_id")
        .onRef("memberships.user_id", "=", "player.user_id")
        .on("memberships.active", "=", true),
    )
    .select(["player.id", "player.name", "player.state", "player.invited_by", "users.first_name", "users.last_name"])
    .select("memberships.listed")
    .where("player.organization_id", "=", organizationId)
    .where(isAnyOf("player.id", uniqueIds(rows.map(({ subject_id }) => subject_id))))
    .execute();
  const bookings = await readBookings(db, organizationId, rows);
  return new Map(
    rows.flatMap((row): [string, Subject][] => {
      const [subject, player] = [bookings.get(row.id), players.find(({ id }) => id === row.subject_id)];
      if (!subject || !player) return [];
      const state = player.state as ParticipantState;
      return [[row.id, { ...subject, name: nameForPlayers(player), player: { id: player.id, state } }]];
    }),
  );
};

const readers: Record<NotificationKind, SubjectReader> = {
  booking_requested: readBookings,
  booking_canceled: readBookings,
  payment_failed: readPayments(({ subject_id }) => subject_id),
  refund_failed: readRefunds,
  payment_disputed: readPayments(({ subject_id }) => subject_id),
  invitation_answered: readInvitations,
  join_requested: readJoinRequests,
  join_answered: readJoinRequests,
  import_done: readImports,
  webhook_off: readWebhooks,
  device_unanswered: readBookings,
  busy_conflict: readBusyCalendars,
  busy_calendar_failing: readBusyCalendars,
  invoices_failed: readFailedInvoices,
  slot_offered: readSlots,
  slot_free: readSlots,
  own_booking_made: readBookings,
  own_booking_confirmed: readOwnBookings,
  own_booking_moved: readOwnBookings,
  own_booking_canceled: readOwnBookings,
  own_booking_rejected: readBookings,
  own_booking_reminder: readOwnBookings,
  own_refund: readRefunds,
  player_invited: readGames,
  player_answered: readPlayerAnswers,
  share_missing: readBookings,
  no_show_fee: readBookings,
  sms_limit: readSmsLimits,
  pass_bought: readOrders,
  pass_withdrawn: readOrders,
};

/** @returns what a row is about; a subject that went is about nothing */
export async function readSubjects(
  db: Database,
  rows: readonly NotificationRow[],
): Promise<(row: NotificationRow) => Subject> {
  const found = new Map<string, Subject>();
  for (const [organizationId, own] of Map.groupBy(rows, ({ organization_id }) => organization_id)) {
    if (organizationId === null) continue;
    for (const [read, same] of Map.groupBy(own, ({ kind }) => readers[kind as NotificationKind]))
      for (const [id, subject] of await read(db, organizationId, same)) found.set(id, subject);
  }
  return ({ id }) => found.get(id) ?? nothing;
}
