import { expect, test } from "vitest";
import { type Notification, notificationKinds } from "#contract/notifications.ts";
import { type MessageFile, translator } from "#messages/translator.ts";
import english from "#messages/en.json" with { type: "json" };
import french from "#messages/fr.json" with { type: "json" };
import { writeSentence } from "#contract/notifications-sentence-rules.ts";
import { findTarget } from "./notification-target.ts";

const translators = {
  en: translator("en", english as MessageFile),
  fr: translator("fr", french as MessageFile),
};
const organization = { id: "club", name: "Club des Lilas" };
const townHall = { name: "Town hall" };
const calendarId = "calendar";
const nothing = {
  name: null,
  booking: null,
  money: null,
  invitation: null,
  joinRequest: null,
  import: null,
  webhook: null,
  sms: null,
  devices: null,
  slot: null,
  player: null,
  busyCalendar: null,
  failedInvoices: null,
  order: null,
};
const notification = (more: Partial<Notification>): Notification => ({
  id: "1",
  kind: "booking_requested",
  organization,
  at: "2026-11-21T12:00:00.000Z",
  readAt: null,
  count: 1,
  ...nothing,
  ...more,
});
const booking = (more: Partial<NonNullable<Notification["booking"]>> = {}) => ({
  eventId: "event",
  seriesId: null,
  facility: { id: "hall", name: "Hall" },
  field: { id: "court", name: "Court A" },
  startTime: "2026-11-26T17:00:00.000Z",
  endTime: "2026-11-26T18:00:00.000Z",
  timezone: "Europe/Paris",
  price: 1800,
  currency: "EUR",
  status: "pending" as const,
  waitingIds: ["event"],
  ...more,
});
const money = {
  paymentId: "payment",
  eventId: "event",
  amount: 1800,
  currency: "EUR",
  reason: null,
  field: "Court A",
  startTime: "2026-11-26T17:00:00.000Z",
  timezone: "Europe/Paris",
  due: 0,
  dueBy: null,
};
const imported = {
  importId: "import",
  of: "facilities" as const,
  state: "done" as const,
  created: 3,
  updated: 0,
  failed: 1,
};
const invitation = (answer: "accepted" | "declined", userId: string | null = null) => ({
  answer,
  email: "lea@example.org",
  type: "team" as const,
  userId,
  invitedBy: null,
});
const spoken = (one: Notification, language: "en" | "fr" = "en") => {
  const { before, name, after } = writeSentence(translators[language], one);
  return `${before}*${name}*${after}`;
};

test("each kind is a sentence with its name, in both languages", () => {
  const name = "Inès Moreau";
  const all = [
    notification({ name, booking: booking() }),
    notification({ name, kind: "booking_canceled", booking: booking({ waitingIds: [], status: "canceled" }) }),
    notification({ name, kind: "payment_failed", money }),
    notification({ name, kind: "refund_failed", money }),
    notification({ name, kind: "payment_disputed", money }),
    notification({ name, kind: "invitation_answered", invitation: invitation("accepted", "ines") }),
    notification({ kind: "invitation_answered", invitation: invitation("declined") }),
    notification({ name, kind: "device_unanswered", booking: booking({ status: "approved" }), devices: "Main door" }),
    notification({ ...townHall, kind: "busy_conflict", count: 2, busyCalendar: { calendarId, failingSince: null } }),
    notification({
      ...townHall,
      kind: "busy_calendar_failing",
      busyCalendar: { calendarId, failingSince: "2026-11-26T17:00:00.000Z" },
    }),
  ];
  expect(all.map((one) => spoken(one))).toEqual([
    "*Inès Moreau* asks for Court A",
    "*Inès Moreau* canceled Court A",
    "Payment refused: *Inès Moreau*",
    "Refund failed: *Inès Moreau*",
    "Payment disputed: *Inès Moreau*",
    "*Inès Moreau* joined Club des Lilas",
    "*lea@example.org* declined the invitation to Club des Lilas",
    "Main door does not answer for *Inès Moreau* on Court A",
    "2 bookings stand where *Town hall* says busy",
    "The calendar *Town hall* cannot be read",
  ]);
  expect(all.map((one) => spoken(one, "fr"))).toEqual([
    "*Inès Moreau* demande Court A",
    "*Inès Moreau* a annulé Court A",
    "Paiement refusé\u00A0: *Inès Moreau*",
    "Remboursement échoué\u00A0: *Inès Moreau*",
    "Paiement contesté\u00A0: *Inès Moreau*",
    "*Inès Moreau* a rejoint Club des Lilas",
    "*lea@example.org* a décliné l’invitation à rejoindre Club des Lilas",
    "Main door ne répond pas pour *Inès Moreau*, Court A",
    "2 réservations se trouvent là où *Town hall* indique occupé",
    "Le calendrier *Town hall* est illisible",
  ]);
});

test("a name that the sentence has twice is the one that is emphasized", () => {
  expect(spoken(notification({ name: "a", booking: booking({ field: { id: "court", name: "a" } }) }))).toBe(
    "*a* asks for a",
  );
});

test("the dates of a series are one sentence, and lead to the series", () => {
  const ofSeries = { seriesId: "series", waitingIds: ["one", "two", "three"] };
  const request = notification({ name: "School", count: 5, booking: booking(ofSeries) });
  expect(spoken(request)).toBe("*School* asks for Court A on 3 dates");
  expect(findTarget(request)).toEqual({ to: "/organizations/club/series/series" });
  const canceled = booking({ seriesId: "series", waitingIds: [] });
  const one = notification({ name: "School", kind: "booking_canceled", booking: canceled });
  expect(spoken({ ...one, count: 2 })).toBe("*School* canceled 2 dates on Court A");
  expect(findTarget(one)).toEqual({ to: "/organizations/club/events/event" });
});

test("each leads to its subject within its organization", () => {
  const targets = [
    notification({ booking: booking() }),
    notification({ kind: "payment_failed", money }),
    notification({ kind: "invitation_answered", invitation: invitation("accepted", "lea") }),
    notification({ kind: "invitation_answered", invitation: { ...invitation("declined"), type: "customer" } }),
    notification({ kind: "import_done", import: imported }),
    ...(["bookings", "customers", "packs", "subscriptions"] as const).map((of) =>
      notification({ kind: "import_done", import: { ...imported, of } }),
    ),
  ].map(findTarget);
  expect(targets).toEqual([
    { to: "/organizations/club/events/event" },
    { to: "/organizations/club/payments/payment" },
    { to: "/organizations/club/team-users/lea" },
    { to: "/organizations/club/users" },
    { to: "/organizations/club/import", search: { importId: "import" } },
    { to: "/organizations/club/events/import", search: { importId: "import" } },
    { to: "/organizations/club/customers/import", search: { importId: "import" } },
    { to: "/organizations/club/packs/import", search: { importId: "import" } },
    { to: "/organizations/club/memberships/import", search: { importId: "import" } },
  ]);
});

test("who waits is told what came free, and led to the offer or to the finder", () => {
  const slot = {
    ...{ field: "Court A", facility: "Hall", timezone: "Europe/Paris", expiresAt: "2026-11-21T12:15:00.000Z" },
    ...{ startTime: "2026-11-26T17:00:00.000Z", endTime: "2026-11-26T18:00:00.000Z", isOpen: true },
    offeredEventId: null,
  };
  const offered = notification({ kind: "slot_offered", slot });
  const free = notification({ kind: "slot_free", slot: { ...slot, expiresAt: null } });
  expect([offered, free].map((one) => spoken(one))).toEqual([
    "*Court A* has come free: it is offered to you",
    "*Court A* has come free: whoever books first has it",
  ]);
  expect([offered, free].map(findTarget)).toEqual([{ to: "/my-bookings" }, { to: "/organizations/club/find" }]);
});

test("a person is told what happened to their own booking, and led to it", () => {
  const own = (kind: Notification["kind"]) =>
    notification({ kind, booking: booking({ seriesId: "series", waitingIds: [] }), count: 3 });
  const told = [
    own("own_booking_made"),
    { ...own("own_booking_made"), count: 1 },
    own("own_booking_confirmed"),
    { ...own("own_booking_moved"), count: 1 },
    own("own_booking_moved"),
    own("own_booking_canceled"),
    own("own_booking_rejected"),
    own("own_booking_reminder"),
    notification({ kind: "own_refund", money, name: "Zoé Lebrun" }),
  ];
  expect(told.map((one) => spoken(one))).toEqual([
    "The club booked 3 dates for you: *Court A*",
    "The club booked for you: *Court A*",
    "Your booking is confirmed: *Court A*",
    "The club moved your booking: *Court A*",
    "The club moved 3 dates of yours: *Court A*",
    "The club canceled 3 dates of yours: *Court A*",
    "Your request was rejected: *Court A*",
    "Your booking is soon: *Court A*",
    "Money went back to you**",
  ]);
  expect(told.map((one) => findTarget(one)?.to)).toEqual(told.map(() => "/organizations/club/events/event"));
});

test("a player is told what became of a booking of somebody else, and led to their own list", () => {
  const slot = {
    ...{ field: "Court A", facility: "Hall", timezone: "Europe/Paris", expiresAt: null, isOpen: true },
    ...{ startTime: "2026-11-26T17:00:00.000Z", endTime: "2026-11-26T18:00:00.000Z", offeredEventId: null },
  };
  const invited = notification({
    kind: "player_invited",
    name: "Zoé",
    slot,
    player: { id: "place", state: "invited" },
  });
  expect(findTarget(invited)).toEqual({ to: "/my-bookings/place" });
  const told = (["own_booking_moved", "own_booking_canceled", "own_booking_confirmed"] as const).map((kind) =>
    notification({ kind, slot, player: { id: "place", state: "accepted" } }),
  );
  expect(told.map((one) => spoken(one))).toEqual([
    "The booking in which you play was moved: *Court A*",
    "The booking in which you play is canceled: *Court A*",
    "The booking in which you play takes place again: *Court A*",
  ]);
  expect(told.map(findTarget)).toEqual(told.map(() => ({ to: "/my-bookings/place" })));
});

test("the team is told of text messages that run short, and led to their number", () => {
  const near = notification({ kind: "sms_limit", sms: { monthlyLimit: 200 } });
  expect(spoken(near)).toBe("Eight in ten of this month’s 200 text messages are sent**");
  expect(findTarget(near)).toEqual({ to: "/organizations/club/settings/sms" });
});

test("of what is gone, the kind is named, and nothing is linked", () => {
  for (const kind of notificationKinds) {
    const gone = notification({ kind });
    expect(spoken(gone)).not.toContain("notifications.");
    expect(writeSentence(translators.en, gone).before).toMatch(/^[A-Z]/);
    expect(findTarget(gone)).toBeUndefined();
  }
});
