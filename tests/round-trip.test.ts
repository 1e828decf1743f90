/**
 * Checks all endpoints for lost fields: every member sent can be read back. It covers new endpoints and members
 * automatically.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import type { Account } from "#contract/accounting.ts";
import type { DecisionOutcome } from "#contract/approvals.ts";
import type { Charge } from "#contract/charges.ts";
import type { InvoiceOfCharges } from "#contract/invoices.ts";
import type { CustomerDetail } from "#contract/customers.ts";
import type { Event } from "#contract/events.ts";
import type { SignOnProvider } from "#contract/sign-on-providers.ts";
import {
  partialOf,
  get,
  id,
  requiredLine,
  patch,
  post,
  defineModule,
  optionalBoolean,
  type Endpoint,
} from "#contract/kit.ts";
import { notificationKinds, optionalMailKinds, teamMailKinds } from "#contract/notifications.ts";
import type { PackDetail } from "#contract/packs.ts";
import type { SubscriptionDetail } from "#contract/subscriptions.ts";
import type { PaymentDetail, Sale } from "#contract/payments.ts";
import type { Series } from "#contract/series.ts";
import { uuidv7 } from "#server/kit/process/uuid.ts";
import { API_BASE_PATH, type ModuleBinding } from "#server/kit/http/serve-module.ts";
import { endpoints } from "./support/endpoints.ts";
import { createTestApp, type TestApp } from "./support/test-app.ts";
import {
  type TestBed,
  type RoundTripExceptions,
  expectRoundTrip,
  isWriting,
  membersOf,
  findReader,
  matchesSent,
} from "./support/round-trip.ts";

const ofVoucher = "pays where the method is one: see the tests of vouchers";
const ofTill = "the movement of the till says it: see the tests of tills";

/** Endpoints that store nothing, or whose result cannot be read; with the reason. */
const notEntities: Record<string, string> = {
  "accounts.createFirstAdministrator":
    "needs a server without any administrator: first-administrator.test.ts reads it back",
  "accounts.login": "opens a session",
  "accounts.register": "nobody may look into an account before its address is verified",
  "accounts.lookUpInvitation": "reads what the link of a mail leads to",
  "accounts.resendVerification": "sends a mail",
  "accounts.confirmEmail": "takes a token from a mail",
  "accounts.changePassword": "passwords are never shown",
  "accounts.forgotPassword": "sends a mail",
  "accounts.resetPassword": "passwords are never shown",
  "email-changes.request": "sends a mail",
  "email-changes.confirm": "takes a token from a mail",
  "email-changes.undo": "takes a token from a mail",
  "second-factors.signIn": "opens a session",
  "second-factors.keep": "takes a token from a mail",
  "single-sign-on.finish": "opens a session",
  "single-sign-on.find": "reads the providers of a domain",
  "single-sign-on.startOfOrganization": "leads to the provider",
  "tills.open": "opens a session once: server/tills/tills.test.ts reads it back",
  "tills.move": "is in a list of movements: server/tills/tills.test.ts reads it back",
  "tills.close": "closes a session once: server/tills/tills.test.ts reads it back",
  "second-factors.startTotp": "secrets are shown once",
  "second-factors.confirmTotp": "codes of an app are never shown",
  "second-factors.removeTotp": "passwords are never shown",
  "second-factors.renewRecoveryCodes": "passwords are never shown",
  "personal-data.close": "passwords are never shown",
  "personal-data.acceptTerms": "takes the versions of the texts that stand; export and list tell them",
  "personal-data.previewRetention": "counts what would be deleted, and keeps nothing of its body",
  "second-factors.requestSecondStep": "asks a passkey to sign a challenge",
  "second-factors.signInWithPasskey": "opens a session",
  "second-factors.startPasskey": "passwords are never shown",
  "second-factors.addPasskey": "takes what an authenticator has signed",
  "second-factors.removePasskey": "passwords are never shown",
  "second-factors.renamePasskey": "is read among one's passkeys: passkeys.test.ts reads it back",
  "joining.readCode": "reads what a code leads to",
  "joining.join": "one asks once: joining.test.ts reads the message back",
  "joining.joinByCode": "a code is shown once: joining.test.ts joins by it",
  "joining.poster": "draws a poster, and keeps nothing",
  "joining.approveRequest": "a request is answered once: joining.test.ts reads the role back",
  "joining.declineRequest": "a request is answered once: joining.test.ts reads the reason back",
  "joining.answerRequests": "one body answers several requests, each read by itself",
  "waitlist.join": "one waits only for what is taken: waitlist.test.ts reads the wish back",
  "waitlist.addPerson": "one waits only for what is taken: waitlist.test.ts reads the wish back",
  "waitlist.take": "an offer is taken once: waitlist.test.ts reads the payment back",
  "waitlist.look": "reads what a secret leads to",
  "waitlist.takeByLink": "a secret is in a mail alone: waitlist.test.ts takes by it",
  "participants.invite": "one body invites several people: participants.test.ts reads them back",
  "participants.payForOthers": "a shared booking with players has shares: shares.test.ts reads back who pays which",
  "participants.payForOthersOwn": "a shared booking with players has shares: shares.test.ts reads back who pays which",
  "participants.payForOthersByLink": "a secret is in a mail alone: shares.test.ts reads back who pays which",
  "participants.join": "a secret is in a mail alone: participants.test.ts joins by it",
  "participants.answer": "an invitation is answered once: participants.test.ts reads the answer back",
  "participants.answerByLink": "a secret is in a mail alone: participants.test.ts answers by it",
  "guests.code": "a code is in a mail alone: guests.test.ts types it",
  "guests.check": "a code is in a mail alone: guests.test.ts types it",
  "guests.quote": "computes a price, and keeps nothing",
  "guests.book": "only a proof books: guests.test.ts reads the booking back",
  "guests.cancel": "a secret is in a mail alone: guests.test.ts cancels by it",
  "guests.move": "a secret is in a mail alone: guests.test.ts moves by it",
  "guests.checkVoucher": "finds a voucher by its code",
  "guests.payByVoucher": "a secret is in a mail alone: server/payments/pay-prepaid.test.ts pays by it",
  "guests.invite": "a secret is in a mail alone: guests.test.ts reads the players back",
  "waitlist.declineByLink": "a secret is in a mail alone: waitlist.test.ts declines by it",
  "members.invite": "one body invites several people, each with a letter and an entry of its own",
  "looks.previewText": "shows what a letter would be, and keeps nothing",
  "pages.preview": "shows what a page would be, and keeps nothing",
  "imports.customers": "one body writes many customers, each found or made by its row",
  "customers.message": "sends a mail",
  "customers.merge": "moves what one customer has to another",
  "files.upload": "a form with a file in it",
  "files.update": "moves a photo among others, whose number bounds its position",
  "prices.quote": "computes a price",
  "payments.quoteSaleCode": "computes what a code takes off, and keeps nothing",
  "busy-calendars.check": "reads a calendar once, and keeps nothing",
  "busy-calendars.keep": "is shown with its conflicts: busy-calendars.test.ts reads it back",
  "events.approve": "changes the state of an event, and keeps nothing of its body",
  "events.restore": "changes the state of an event, and keeps nothing of its body",
  "approvals.undo": "returns events to their former state, and keeps nothing of its body",
  "blocks.undo": "returns events to their former state, and keeps nothing of its body",
  "setup.create": "one body makes an organization and its parts, each read by an endpoint of its own",
  "webhooks.replaySpan": "sends again what was sent, and keeps nothing of its body",
  "notifications.read": "marks rows as read, and keeps nothing of its body",
  "notifications.unread": "marks rows as unread, and keeps nothing of its body",
  "notifications.subscribe": "whoever has the address and the keys of a device can write to it: they are never shown",
  "series.preview": "computes occurrences",
  "series.add": "books dates of a series as it is",
  "planning.select": "shows to others, for some seconds, what somebody is about to book",
  "invoices.monthly": "issues invoices",
  "invoices.send": "sends a mail",
  "payments.refundPack": "a pack is refunded once: server/packs/packs.test.ts reads it back",
  "payments.payOut": "what is on the balance is paid out once: server/credits/credits.test.ts reads it back",
  "payments.takeVoucherBack": "a voucher is taken back once: server/vouchers/vouchers.test.ts reads it back",
  "orders.quote": "asks for a price and changes nothing: server/orders/orders.test.ts reads its answer",
  "orders.place": "an order of one thing is placed once: server/orders/orders.test.ts reads it back",
  "orders.withdraw": "an order is withdrawn from once: server/orders/orders.test.ts reads it back",
  "payments.payPrepaid": "pays what one owes, once: server/payments/pay-prepaid.test.ts reads it back",
  "vouchers.check": "finds a voucher by its code",
  "payments.cancelSubscription":
    "a membership is canceled once: server/subscriptions/subscriptions.test.ts reads it back",
  "packs.use": "a booking is paid once: server/packs/packs.test.ts reads it back",
  "extras.add": "is in a list of extras: server/extras/extras.test.ts reads it back",
  "payments.link": "sends a mail",
  "payments.chargeLink": "sends a mail",
  "payments.customerLink": "sends a mail",
  "payments.payByLink": "a secret is in a mail alone: server/payments/debts-link.test.ts pays by it",
  "payments.remind": "sends mails",
  "payments.checkout": "starts a session with the provider of its choice",
  "payments.chargeCheckout":
    "starts a session with the provider: server/payments/cards/cards.test.ts reads the card that it keeps",
  "payments.checkoutSeveral":
    "starts a session with the provider: server/payments/checkout-several.test.ts reads the payments of the page",
  "payments.agreeCard": "changes a card in the list of one's own: server/payments/cards/fees.test.ts reads it back",
  "payments.saveCard": "starts a page at the provider: what was agreed to is read once the card is saved",
};

const samePath = "the organization of the path, and no other";
const hour = { start: "10:00", end: "12:00" };
const address = { line1: "1 rue du Test", postalCode: "69001", city: "Lyon", countryCode: "FR" };
const addresses: RoundTripExceptions = {
  values: { placeId: "manual:", address, timezone: "Europe/London" },
  along: { placeId: { address: { ...address, line1: "2 rue du Test" } }, address: { placeId: "manual:" } },
  shown: {
    placeId: (facility: { localization: { placeId: string } }) => facility.localization.placeId,
    address: (facility: { localization: { address: object } }) => facility.localization.address,
  },
  notShown: { organizationId: samePath },
};
const importSettings = {
  mapping: ["fieldName", "facilityName"],
  sportMapping: [{ value: "Quidditch", sportIds: [1, 2] }],
};
const bookingImportSettings = {
  mapping: ["field", "endTime", "startTime"],
  dateOrder: "month_first",
  fields: ({ ids }: TestBed) => [{ value: "Court 2", fieldId: ids["fieldId"] }],
};
const customerImportSettings = { mapping: ["email", "fullName"], dateOrder: "month_first" };
const packImportSettings = { mapping: ["customerName", "pack", "unitsUsed"], dateOrder: "month_first" };
const subscriptionImportSettings = { mapping: ["customerName", "membership", "endsOn"], dateOrder: "month_first" };
const onDraftImport =
  (id: "importId" | "bookingImportId" | "customerImportId" | "packImportId" | "subscriptionImportId") =>
  async (bed: TestBed) => {
    await testApp.db
      .updateTable("imports")
      .set({ state: "draft" })
      .where("id", "=", bed.ids[id] ?? "")
      .execute();
    return bed;
  };
/** The currency stays once money has moved. */
async function withoutPayments({ ids }: TestBed) {
  const changes = testApp.db.updateTable("payments").set({ status: "failed" });
  await changes.where("organization_id", "=", ids["organizationId"] ?? "").execute();
  return { ids };
}
const ofFrance = { countryId: 250 };
const numbers: RoundTripExceptions = {
  values: { vatNumber: "FR44732829320", identificationNumber: "732 829 320 00074", timezone: "Europe/London" },
  along: { vatNumber: ofFrance, identificationNumber: ofFrance },
};
const grid = (timeslot: string) => ({
  timeslots: [{ name: timeslot, start: "09:00", end: "19:00", weekdays: [1, 2] }],
  plans: [{ name: "One hour", duration: 90 }],
  details: [{ timeslot, plan: "One hour", roleId: 4, price: 1200 }],
});
const ratesOfProduct = {
  taxRateId: ({ ids }: TestBed) => ids["taxRateId"],
  categoryRates: ({ ids }: TestBed) => [{ roleId: 4, taxRateId: ids["taxRateId"] }],
};
const specialHours = [{ name: "Works", from: "2026-07-14", to: "2026-07-15", closed: false, hours: [hour] }];

let days = 0;
/** One day per event, because events must not overlap. */
const nextStart = () => `${Temporal.PlainDate.from("2026-06-03").add({ days: ++days }).toString()}T16:00:00.000Z`;
const training = ({ ids }: TestBed) => ({
  fieldId: ids["fieldId"],
  startTime: nextStart(),
  duration: 60,
  name: "Training",
  type: "training",
});

const whole = {
  type: "game",
  kind: "event",
  confidentiality: "private",
  people: 5,
  minPeople: 3,
  maxPeople: 7,
  description: "A description",
  notes: "Some notes",
  internalNotes: "Notes of the team",
};

async function create({ api, ids }: TestBed, path: string, body: object) {
  const answer = await api("POST", `/organizations/${ids["organizationId"]}${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

async function onFreeField(bed: TestBed) {
  const { facilityId } = bed.ids;
  const draft = { facilityId, sportIds: bed.others["allSportIds"] };
  const [one, other] = [
    await create(bed, "/fields", { ...draft, name: "One" }),
    await create(bed, "/fields", { ...draft, name: "Other" }),
  ];
  return { ids: { ...bed.ids, fieldId: one.id as string }, others: { ...bed.others, fieldId: other.id } };
}
/** A field at a price, beside free ones. */
async function onPricedField(bed: TestBed) {
  const place = await onFreeField(bed);
  const draft = { facilityId: bed.ids["facilityId"], sportIds: bed.others["allSportIds"], name: "Priced" };
  const pricedId = (await create(bed, "/fields", draft)).id as string;
  await create(bed, "/price-patterns", {
    ...{ name: "Hours", type: "field", fieldIds: [pricedId] },
    timeslots: [{ name: "Always", start: "00:00", end: "24:00" }],
    plans: [{ name: "Hour", duration: 60 }],
    details: [{ timeslot: "Always", plan: "Hour", price: 1800 }],
  });
  return { ...place, ids: { ...place.ids, pricedId } };
}
async function onNewEvent(bed: TestBed, more: object = {}) {
  const place = await onFreeField(bed);
  const { id: eventId } = await create(bed, "/events", { ...training({ ...bed, ...place }), ...more });
  return { ...place, ids: { ...place.ids, eventId: eventId as string } };
}
const dated = ({ startTime }: { startTime: string }) => {
  const date = Temporal.PlainDate.from(startTime.slice(0, 10));
  return { rule: { weekdays: [date.dayOfWeek], count: 1 }, dates: [{ date: date.toString() }] };
};
/** Three events that wait for approval. */
async function onRequests(bed: TestBed) {
  const first = await onNewEvent(bed);
  const [{ eventId: secondId }, { eventId: thirdId }] = [(await onNewEvent(bed)).ids, (await onNewEvent(bed)).ids];
  const waiting = { status: "pending", pending_reason: "approval" };
  const changes = testApp.db.updateTable("events").set(waiting);
  await changes.where("id", "in", [first.ids.eventId, secondId, thirdId]).execute();
  return { ids: { ...first.ids, secondId }, others: { ...first.others, eventId: thirdId } };
}
async function onPackProduct(bed: TestBed) {
  const add = async (name: string) => (await create(bed, "/products", { name, kind: "pack" })).id as string;
  return { ids: { ...bed.ids, packProductId: await add("Packs"), otherProductId: await add("Other packs") } };
}
const packType = ({ ids }: Pick<TestBed, "ids">) => ({
  ...{ name: "Ten", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60, validDays: 3000 },
  productId: ids["packProductId"],
});
const packTypeValues = {
  productId: ({ ids }: TestBed) => ids["otherProductId"],
  validUntil: "2027-05-04",
  fieldIds: ({ ids }: TestBed) => [ids["fieldId"]],
  windowIds: ({ ids }: TestBed) => [ids["timeWindowId"]],
  sportIds: [1, 2],
  roleIds: [4],
};
async function onSubscriptionProduct(bed: TestBed) {
  const add = async (name: string) => (await create(bed, "/products", { name, kind: "subscription" })).id as string;
  return { ids: { ...bed.ids, membershipId: await add("Memberships"), otherProductId: await add("Other ones") } };
}
/** A membership of a year that renews, and another type that it may become. */
async function onSubscription(bed: TestBed) {
  const place = await onSubscriptionProduct(bed);
  const addType = async (name: string) => {
    const terms = { name, price: 24_000, termKind: "months", termLength: 12, renewal: "by_hand", freezeMaxDays: 60 };
    return (await create(bed, "/subscription-types", { ...terms, productId: place.ids.membershipId })).id as string;
  };
  const typeId = await addType("Year");
  const { id: customerId } = await create(bed, "/customers", { firstName: "Ida", lastName: "Holder" });
  const lines = [{ subscriptionTypeId: typeId, quantity: 1 }];
  await create(bed, "/sales", { customerId, lines, payment: null });
  const path = `/organizations/${bed.ids["organizationId"]}/subscriptions?customerId=${customerId}`;
  const [{ id: subscriptionId }] = (await bed.api("GET", path)).body.data;
  return { ids: { ...place.ids, subscriptionId: subscriptionId as string, nextTypeId: await addType("Next") } };
}
const subscriptionType = ({ ids }: Pick<TestBed, "ids">) => ({
  ...{ name: "Season", price: 24_000, termKind: "season", seasonStart: "09-01", productId: ids["membershipId"] },
});
const subscriptionTypeExceptions: RoundTripExceptions = {
  values: {
    productId: ({ ids }: TestBed) => ids["otherProductId"],
    minAge: 10,
    maxAge: 90,
    seasonStart: "10-01",
    saleFrom: "2026-05-04",
    saleTo: "2027-05-04",
    roleId: 4,
    discounts: ({ ids }: TestBed) => [{ percent: 10, fieldIds: [ids["fieldId"]], windowIds: [ids["timeWindowId"]] }],
    packs: ({ ids }: TestBed) => [{ packTypeId: ids["packTypeId"], each: "term" }],
    rules: (bed: TestBed) => bookingRules(bed),
  },
  along: { termKind: { termLength: 3, seasonStart: null }, termLength: { termKind: "days", seasonStart: null } },
};
let madeCodes = 0;
/** No two have one text. */
const promoCode = () => {
  madeCodes += 1;
  return { code: `MADE${madeCodes}`, kind: "amount", value: 500 };
};
const onPack = (ids: TestBed["ids"]) => ({ lines: [{ packTypeId: ids["packTypeId"], quantity: 1 }] });
const promoCodeExceptions: RoundTripExceptions = {
  values: {
    code: () => promoCode().code,
    value: 700,
    ...{ bookedFrom: "2026-05-04", bookedTo: "2027-05-04", playedFrom: "2026-05-04", playedTo: "2027-05-04" },
    fieldIds: ({ ids }: TestBed) => [ids["fieldId"]],
    windowIds: ({ ids }: TestBed) => [ids["timeWindowId"]],
    roleIds: [4],
  },
  along: { kind: { value: 20 } },
};
async function onExtraProduct(bed: TestBed) {
  const add = async (name: string) => (await create(bed, "/products", { name, kind: "extra" })).id as string;
  return { ids: { ...bed.ids, extraProductId: await add("Extras"), otherProductId: await add("Other extras") } };
}
const extraDraft = ({ ids }: Pick<TestBed, "ids">) => ({
  ...{ name: "Racket", price: 350, per: "hour", productId: ids["extraProductId"] },
});
const extraExceptions: RoundTripExceptions = {
  values: {
    productId: ({ ids }: TestBed) => ids["otherProductId"],
    rolePrices: [{ roleId: 4, price: 300 }],
    fieldIds: ({ ids }: TestBed) => [ids["fieldId"]],
    windowIds: ({ ids }: TestBed) => [ids["timeWindowId"]],
    sportIds: [1, 2],
    stocks: ({ ids }: TestBed) => [{ facilityId: ids["facilityId"], quantity: 8, turnaroundMinutes: 10, onHand: null }],
    mode: "required",
  },
  along: { windowIds: { mode: "in_windows" } },
};
/** Two open charges of a customer, and one of another. */
async function onOpenCharges(bed: TestBed) {
  const addCustomer = async (lastName: string) =>
    (await create(bed, "/customers", { kind: "person", firstName: "Zoé", lastName })).id as string;
  const [debtorId, otherDebtorId] = [await addCustomer("Lebrun"), await addCustomer("Chevallier")];
  const addCharge = async (customerId: string) => {
    const { ids } = await onNewEvent(bed, { price: 5000, customer: { customerId } });
    const made = testApp.db.selectFrom("charges").select("id").where("event_id", "=", ids.eventId);
    return (await made.executeTakeFirstOrThrow()).id;
  };
  const [chargeId, secondChargeId, otherChargeId] = [
    await addCharge(debtorId),
    await addCharge(debtorId),
    await addCharge(otherDebtorId),
  ];
  return { ids: { ...bed.ids, debtorId, otherDebtorId, chargeId, secondChargeId, otherChargeId } };
}
const oneHour = (fieldId: unknown) => {
  const startTime = nextStart();
  return { fieldId, startTime, endTime: Temporal.Instant.from(startTime).add({ hours: 1 }).toString() };
};
async function onNewSeries(bed: TestBed) {
  const place = await onFreeField(bed);
  const template = training({ ...bed, ...place });
  const { seriesId, created } = await create(bed, "/event-series", { template, ...dated(template) });
  return { ...place, ids: { ...place.ids, seriesId: seriesId as string, eventId: created[0] as string } };
}

/** Adds the local start time, because changes of a series contain the time without the date. */
async function eventWithTime({ api, ids }: TestBed, eventId: string) {
  const event = (await api("GET", `/organizations/${ids["organizationId"]}/events/${eventId}`)).body.data;
  const start = Temporal.Instant.from(event.startTime).toZonedDateTimeISO(event.timezone).toPlainTime();
  return { ...event, time: start.toString({ smallestUnit: "minute" }) };
}

const bankAccount = {
  active: true,
  holder: "Tennis Club de Lyon",
  iban: "FR7630006000011234567890189",
  bic: null,
  paymentDays: 5,
};
async function withGuardian(bed: TestBed) {
  const guardian = await create(bed, "/customers", { firstName: "Guardian" });
  return { ids: { ...bed.ids, guardianId: guardian.id as string } };
}
const bookingRules = ({ ids }: TestBed) => ({
  ...{ horizonDays: 9, noticeMinutes: 30, mostActive: 4, opensAt: "07:00", maxHolds: 2 },
  quotas: [{ measure: "minutes", amount: 240, per: "week", windowId: ids["timeWindowId"], sportIds: [1] }],
  cancellation: { until: 60, steps: [{ from: 2880, percent: 100 }] },
  noShow: { fee: 1200, blockAfter: { count: 3, days: 60, blockDays: 14 } },
});
const mqttDoor = ({ ids }: TestBed) => ({
  ...{ name: "Door", purpose: "access", adapter: "mqtt", url: "mqtts://broker.example.com", topic: "doors/one" },
  fieldIds: [ids["fieldId"]],
});
const otherField = ({ others }: TestBed) => [others["fieldId"]];
const townHall = ({ ids }: TestBed) => ({
  ...{ name: "Town hall", url: "https://city.example.com/hall.ics" },
  fieldIds: [ids["fieldId"]],
});
const mqttValues = {
  url: "mqtts://other.example.com",
  topic: "doors/two",
  fieldIds: otherField,
};
const ofCustomer: RoundTripExceptions = {
  fresh: withGuardian,
  values: {
    ...{ kind: "company", guardianId: ({ ids }: TestBed) => ids["guardianId"], roleIds: [4] },
    ...{ vatNumber: "FR44732829320", identificationNumber: "732 829 320 00074" },
  },
  along: { kind: { legalName: "Garage Ltd" }, vatNumber: ofFrance, identificationNumber: ofFrance },
};
const untold = "how it is done, and no part of the event";
/** By name: an event shows no email of its customer. */
const walkIn = { name: "Jean Dupont", phone: "+33 6 12 34 56 78" };
const exceptions: Record<string, RoundTripExceptions> = {
  "notifications.changePreferences": {
    values: {
      // Without a service for text messages there is none to be turned off.
      preferences: notificationKinds.flatMap((kind) => [
        ...(["app", "push"] as const).map((channel) => ({ kind, channel, choice: "off" })),
        ...[...optionalMailKinds, ...teamMailKinds]
          .filter((one) => one === kind)
          .map(() => ({ kind, channel: "mail", choice: "off" })),
      ]),
    },
  },
  "accounts.updateUser": { notShown: { email: "accepted and ignored" } },
  "organizations.create": {
    ...numbers,
    values: { vatNumber: "FR44732829320", identificationNumber: "732 829 320 00074", timezone: "Europe/London" },
    along: {},
    notShown: { addOwner: "an invitation", emailOwner: "an invitation" },
  },
  "organizations.update": { ...numbers, values: { ...numbers.values, bookingRules }, fresh: withoutPayments },
  "members.createRole": {
    values: { permissions: ["events.show"], bookingRules },
    along: { type: { permissions: ["events.show"] } },
  },
  "members.updateRole": { values: { permissions: ["facilities.show"], bookingRules } },
  "joining.createLink": {
    fresh: async (bed) => {
      const { id } = await create(bed, "/roles", {
        ...{ name: `Youth ${crypto.randomUUID()}`, type: "member", permissions: ["events.show"] },
      });
      return { ids: { ...bed.ids, memberRoleId: String(id) } };
    },
    values: { role: ({ ids }: TestBed) => Number(ids["memberRoleId"]), expiresAt: "2026-07-01T10:00:00Z" },
    shown: { role: (link: { role: { id: number } }) => link.role.id },
  },
  "customers.create": ofCustomer,
  "customers.update": ofCustomer,
  "customers.setRelation": {
    reader: "customers.read",
    fresh: async (bed) => {
      const [one, other] = [
        await create(bed, "/customers", { firstName: "One" }),
        await create(bed, "/customers", { firstName: "Other" }),
      ];
      return { ids: { ...bed.ids, customerId: one.id as string, fromId: other.id as string } };
    },
    base: () => ({ kind: "family" }),
    shown: {
      kind: ({ relations: [relation] }: CustomerDetail) => relation?.kind,
      books: ({ relations: [relation] }: CustomerDetail) => relation?.books,
      pays: ({ relations: [relation] }: CustomerDetail) => relation?.pays,
      receives: ({ relations: [relation] }: CustomerDetail) => relation?.receives,
    },
  },
  "facilities.create": addresses,
  "facilities.update": addresses,
  "fields.create": {
    values: { parentId: ({ ids }: TestBed) => ids["fieldId"] },
    notShown: { organizationId: samePath },
  },
  "fields.update": {
    fresh: async (bed) => {
      const { facilityId, fieldId: wholeId = "" } = bed.ids;
      const { id } = await create(bed, "/fields", { facilityId, name: "Part" });
      return { ids: { ...bed.ids, fieldId: id as string, wholeId } };
    },
    values: { parentId: ({ ids }: TestBed) => ids["wholeId"] },
    notShown: { organizationId: samePath },
  },
  "fields.duplicate": {
    reader: "fields.search",
    fresh: onFreeField,
    shown: { count: (found: { name: string }[]) => found.filter(({ name }) => /^One \d+$/.test(name)).length },
  },
  "webhooks.create": { values: { url: "https://hooks.example.com/other" } },
  "personal-data.setRetention": { base: () => ({ customersMonths: 36, activityMonths: 36, importsDays: 30 }) },
  "accounting.setAccounts": {
    values: { accounts: [{ key: "bank", number: "512200", label: "Other bank" }] },
    shown: { accounts: (accounts: Account[]) => accounts.filter(({ key }) => key === "bank") },
  },
  "webhooks.update": { values: { url: "https://hooks.example.com/other" } },
  "busy-calendars.create": {
    base: townHall,
    values: { url: "https://city.example.com/other.ics", fieldIds: otherField },
    notShown: { url: "written only" },
  },
  "busy-calendars.update": {
    values: { url: "https://city.example.com/other.ics", fieldIds: otherField },
    notShown: { url: "written only" },
  },
  "devices.create": {
    base: mqttDoor,
    values: {
      ...mqttValues,
      adapter: "http",
    },
    along: { adapter: { url: "https://door.example.com/", topic: null } },
    notShown: { password: "written only" },
  },
  "devices.update": {
    fresh: async (bed) => {
      const { id } = await create(bed, "/devices", mqttDoor(bed));
      return { ids: { ...bed.ids, deviceId: id as string } };
    },
    values: mqttValues,
    notShown: { password: "written only" },
  },
  "hours.create": { values: { exceptions: specialHours } },
  "hours.update": { values: { exceptions: specialHours } },
  "hours.createClosure": {
    values: { from: "2026-07-07", to: "2026-07-20", hours: [hour] },
    along: {
      closed: { hours: [hour] },
      hours: { closed: false },
      fieldId: { facilityId: null },
      allFacilities: { facilityId: null },
    },
    notShown: { decisions: "done to events", reason: "told to customers" },
  },
  "hours.updateClosure": {
    fresh: async (bed) => {
      const days = { from: "2026-08-01", to: "2026-08-10", closed: false, hours: [{ start: "08:00", end: "09:00" }] };
      const { id } = await create(bed, "/closures", { name: "Summer", facilityId: bed.ids["facilityId"], ...days });
      return { ids: { ...bed.ids, closureId: id as string } };
    },
    values: { from: "2026-08-02", to: "2026-08-20", hours: [hour] },
    notShown: { decisions: "done to events", reason: "told to customers" },
  },
  "products.create": { values: { ...ratesOfProduct, price: 650 }, along: { price: { kind: "goods" } } },
  "products.update": {
    fresh: async (bed) => {
      const { id } = await create(bed, "/products", { name: "Lessons", kind: "coaching" });
      return { ids: { ...bed.ids, productId: id as string } };
    },
    values: ratesOfProduct,
  },
  "products.createTaxRate": { base: () => ({ name: "Free", rate: 0 }) },
  "packs.createType": {
    fresh: onPackProduct,
    base: packType,
    values: packTypeValues,
    along: { unit: { minutesPerUnit: null }, validUntil: { validDays: null } },
  },
  "packs.updateType": {
    fresh: async (bed) => {
      const place = await onPackProduct(bed);
      const { id: packTypeId } = await create(bed, "/pack-types", packType(place));
      return { ids: { ...place.ids, packTypeId: packTypeId as string } };
    },
    values: packTypeValues,
    along: { unit: { minutesPerUnit: null }, validUntil: { validDays: null } },
  },
  "packs.grant": {
    fresh: async (bed) => {
      const place = await onPackProduct(bed);
      const add = async (name: string) => (await create(bed, "/pack-types", { ...packType(place), name })).id as string;
      const addBuyer = async (lastName: string) => (await create(bed, "/customers", { firstName: "Ida", lastName })).id;
      const ids = { typeId: await add("Ten"), otherTypeId: await add("Twenty") };
      const people = { holderId: await addBuyer("Holder"), otherHolderId: await addBuyer("Winner") };
      return { ids: { ...place.ids, ...ids, ...(people as Record<string, string>) } };
    },
    base: ({ ids }) => ({ customerId: ids["holderId"], typeId: ids["typeId"], reason: "Won the cup" }),
    values: {
      customerId: ({ ids }: TestBed) => ids["otherHolderId"],
      typeId: ({ ids }: TestBed) => ids["otherTypeId"],
    },
    shown: {
      customerId: ({ customer }: PackDetail) => customer.id,
      reason: ({ grantReason }: PackDetail) => grantReason,
    },
  },
  "subscriptions.freeze": {
    fresh: onSubscription,
    reader: "subscriptions.read",
    base: () => ({ from: "2026-07-01", to: "2026-07-14", reason: "Injury" }),
    values: { from: "2026-07-02", to: "2026-07-16" },
    shown: {
      from: ({ freeze }: SubscriptionDetail) => freeze?.from,
      to: ({ freeze }: SubscriptionDetail) => freeze?.to,
      reason: ({ freezes }: SubscriptionDetail) => freezes[0]?.reason,
    },
  },
  "subscriptions.end": {
    fresh: onSubscription,
    reader: "subscriptions.read",
    shown: { reason: ({ endReason }: SubscriptionDetail) => endReason },
  },
  "subscriptions.changeLater": {
    fresh: onSubscription,
    reader: "subscriptions.read",
    base: () => ({ typeId: null }),
    values: { typeId: ({ ids }: TestBed) => ids["nextTypeId"] },
    shown: { typeId: ({ becomes }: SubscriptionDetail) => becomes?.id },
  },
  "subscriptions.createType": { fresh: onSubscriptionProduct, base: subscriptionType, ...subscriptionTypeExceptions },
  "subscriptions.updateType": {
    fresh: async (bed) => {
      const place = await onSubscriptionProduct(bed);
      const { id } = await create(bed, "/subscription-types", subscriptionType(place));
      return { ids: { ...place.ids, subscriptionTypeId: id as string } };
    },
    ...subscriptionTypeExceptions,
  },
  "promo-codes.create": { base: promoCode, ...promoCodeExceptions },
  "promo-codes.update": {
    fresh: async (bed) => {
      const { id } = await create(bed, "/promo-codes", promoCode());
      return { ids: { ...bed.ids, promoCodeId: id as string } };
    },
    ...promoCodeExceptions,
  },
  "extras.create": { fresh: onExtraProduct, base: extraDraft, ...extraExceptions },
  "extras.update": {
    fresh: async (bed) => {
      const place = await onExtraProduct(bed);
      const { id: extraId } = await create(bed, "/extras", extraDraft(place));
      return { ids: { ...place.ids, extraId: extraId as string } };
    },
    ...extraExceptions,
  },
  "packs.extend": { reader: "packs.read", values: { expiresOn: "2027-05-04" } },
  "prices.create": { values: { ...grid("Day"), productId: ({ ids }: TestBed) => ids["productId"] } },
  "prices.update": { values: { ...grid("Always"), productId: ({ ids }: TestBed) => ids["productId"] } },
  "events.create": {
    fresh: onPricedField,
    base: training,
    values: {
      customer: walkIn,
      packId: ({ ids }: TestBed) => ids["packId"],
      promoCode: ({ ids }: TestBed) => `W-${ids["promoCodeId"]}`.toUpperCase(),
    },
    along: {
      minPeople: { people: 5 },
      priceType: { price: 500 },
      promoCode: (_value: string, { ids }: TestBed) => ({ fieldId: ids["pricedId"], duration: 60 }),
      packId: (_value: string, { ids }: TestBed) => ({ price: 500, customer: { customerId: ids["customerId"] } }),
    },
    notShown: {
      ...{ override: untold, payment: untold, priceReason: untold },
      promoCode: "lowers the price, whose line names it: server/promo-codes/promo-codes.test.ts",
      packId: "the pack says which bookings it paid: server/packs/packs.test.ts",
      extras: "are listed by themselves: server/extras/extras.test.ts",
    },
  },
  "events.update": {
    fresh: onNewEvent,
    values: { customer: walkIn },
    along: { minPeople: { people: 5 }, priceType: { price: 500 } },
    notShown: { override: untold, priceReason: untold, pricing: untold, notify: untold, seen: untold },
  },
  "events.reject": {
    reader: "events.read",
    fresh: async (bed) => {
      const place = await onNewEvent(bed);
      const pending = { status: "pending", pending_reason: "approval" };
      await testApp.db.updateTable("events").set(pending).where("id", "=", place.ids.eventId).execute();
      return place;
    },
    shown: { reason: ({ rejectedReason }: Event) => rejectedReason },
    notShown: { notify: untold },
  },
  "looks.updateTexts": {
    values: { texts: [{ kind: "events.booked", language: "en", opening: "Bring two balls.", closing: "Bye!" }] },
  },
  "events.markAttendance": {
    reader: "events.read",
    fresh: async (bed) => {
      const place = await onNewEvent(bed);
      const now = testApp.clock.now().getTime();
      const began = { start_time: new Date(now - 3_600_000), end_time: new Date(now + 3_600_000) };
      await testApp.db.updateTable("events").set(began).where("id", "=", place.ids.eventId).execute();
      return place;
    },
    notShown: { withFee: "Charges of the booking show it, tested in server/payments/no-show-fees.test.ts" },
  },
  "looks.update": {
    values: { accent: "#1d4ed8", coverId: ({ others }: TestBed) => others["fileId"] },
  },
  "events.cancel": {
    reader: "events.read",
    fresh: onNewEvent,
    shown: { reason: ({ canceledReason }: Event) => canceledReason },
    notShown: { notify: untold, refund: untold },
  },
  "approvals.decide": {
    reader: "events.read",
    fresh: onRequests,
    base: ({ ids }, count) => ({ answer: "approve", eventIds: [ids[count % 2 === 0 ? "eventId" : "secondId"]] }),
    idOf: ({ decided: [first] }: DecisionOutcome) => first ?? "",
    values: { answer: "reject" },
    along: { answer: { reason: "Full" }, reason: { answer: "reject" } },
    shown: {
      answer: ({ status }: Event) => (status === "rejected" ? "reject" : "approve"),
      eventIds: ({ id: eventId }: Event) => [eventId],
      reason: ({ rejectedReason }: Event) => rejectedReason,
    },
    notShown: { notify: untold },
  },
  "blocks.create": {
    reader: "events.read",
    fresh: onFreeField,
    base: ({ ids }) => ({ places: [oneHour(ids["fieldId"])], name: "Rain" }),
    idOf: ({ blocks: [first] }: { blocks: { id: string }[] }) => first?.id ?? "",
    values: { places: ({ others }: TestBed) => [oneHour(others["fieldId"])] },
    shown: {
      places: ({ fieldId, startTime, endTime }: Event) => [{ fieldId, startTime, endTime }],
    },
    notShown: {
      decisions: "done to events",
      isWeather: "decides what is suggested",
      reason: "told to customers",
      notify: untold,
    },
  },
  "series.create": {
    fresh: onFreeField,
    base: (bed) => {
      const template = training(bed);
      return { template, ...dated(template) };
    },
    idOf: ({ seriesId }: { seriesId: string }) => seriesId,
    values: {
      template: (bed: TestBed) => ({ ...training(bed), ...whole }),
      rule: { interval: 2, weekdays: [1, 2, 3, 4, 5, 6, 7], count: 7, until: null },
    },
    along: { template: dated },
    leftOut: {
      template: ["customer", "override", "payment", "price", "priceReason", "priceType", "promoCode", "sportId"],
    },
    shown: { template: ({ occurrences: [first] }: Series, bed) => eventWithTime(bed, first?.eventId ?? "") },
    notShown: { dates: "each of them is an event" },
  },
  "series.update": {
    fresh: onNewSeries,
    base: ({ ids }) => ({ eventId: ids["eventId"], changes: { name: "Changed training" } }),
    shown: { changes: (_series: Series, bed) => eventWithTime(bed, bed.ids["eventId"] ?? "") },
    notShown: { eventId: untold, scope: untold, notify: untold },
  },
  "sign-on-providers.save": {
    base: () => ({
      ...{ name: "City Hall", issuer: "https://login.city.example" },
      ...{ clientId: "baseline", clientSecret: "given there" },
    }),
    values: { issuer: "https://login.elsewhere.example" },
    notShown: { clientSecret: "secrets are shown to nobody" },
  },
  "sign-on-providers.addDomain": {
    reader: "sign-on-providers.read",
    values: { domain: "clubs.example" },
    shown: {
      domain: ({ domains }: SignOnProvider) => domains.find(({ domain }) => domain === "clubs.example")?.domain,
    },
  },
  "imports.readAgain": { reader: "imports.read" },
  "imports.check": { reader: "imports.read", values: importSettings },
  "imports.start": { reader: "imports.read", fresh: onDraftImport("importId"), values: importSettings },
  "imports.readBookingsAgain": { reader: "imports.readBookings" },
  "imports.checkBookings": { reader: "imports.readBookings", values: bookingImportSettings },
  "imports.startBookings": {
    reader: "imports.readBookings",
    fresh: onDraftImport("bookingImportId"),
    values: bookingImportSettings,
  },
  "imports.readCustomersAgain": { reader: "imports.readCustomers" },
  "imports.checkCustomers": { reader: "imports.readCustomers", values: customerImportSettings },
  "imports.startCustomers": {
    reader: "imports.readCustomers",
    fresh: onDraftImport("customerImportId"),
    values: customerImportSettings,
  },
  "imports.readPacksAgain": { reader: "imports.readPacks" },
  "imports.readSubscriptionsAgain": { reader: "imports.readSubscriptions" },
  "imports.checkPacks": { reader: "imports.readPacks", values: packImportSettings },
  "imports.startPacks": {
    reader: "imports.readPacks",
    fresh: onDraftImport("packImportId"),
    values: packImportSettings,
  },
  "imports.checkSubscriptions": { reader: "imports.readSubscriptions", values: subscriptionImportSettings },
  "imports.startSubscriptions": {
    reader: "imports.readSubscriptions",
    fresh: onDraftImport("subscriptionImportId"),
    values: subscriptionImportSettings,
  },
  "charges.writeOff": {
    reader: "charges.read",
    fresh: async (bed) => {
      const place = await onNewEvent(bed, { price: 5000 });
      const { db } = testApp;
      const made = db.selectFrom("charges").select("id").where("event_id", "=", place.ids.eventId);
      return { ids: { ...place.ids, chargeId: (await made.executeTakeFirstOrThrow()).id } };
    },
    shown: { reason: ({ writtenOff }: Charge) => writtenOff?.reason },
  },
  "charges.void": {
    reader: "charges.read",
    fresh: async (bed) => {
      const sold = await create(bed, "/products", { name: "Balls", kind: "goods", price: 650 });
      const buyer = await create(bed, "/customers", { firstName: "Ida", lastName: "Buyer" });
      const lines = [{ productId: sold.id, quantity: 1 }];
      const sale: Sale = await create(bed, "/sales", { customerId: buyer.id, lines, payment: null });
      return { ids: { ...bed.ids, chargeId: sale.charges[0]?.id ?? "" } };
    },
    shown: { reason: ({ voidReason }: Charge) => voidReason },
  },
  "invoices.create": {
    idOf: ({ invoice }: InvoiceOfCharges) => invoice.id,
    fresh: onOpenCharges,
    // Each charge is invoiced once.
    base: ({ ids }, count) => ({
      customerId: ids["debtorId"],
      chargeIds: [count % 2 === 0 ? ids["chargeId"] : ids["secondChargeId"]],
      dueOn: "2026-06-20",
    }),
    values: { customerId: ({ ids }: TestBed) => ids["otherDebtorId"], dueOn: "2026-06-15" },
    along: { customerId: (_value: string, { ids }: TestBed) => ({ chargeIds: [ids["otherChargeId"]] }) },
    notShown: { chargeIds: "the charges say what of them is invoiced: see the tests of invoices" },
  },
  "payments.record": {
    reader: "payments.read",
    fresh: (bed) => onNewEvent(bed, { price: 5000 }),
    base: () => ({ method: "cash", amount: 100 }),
    notShown: {
      email: "kept on the customer who has none: see the tests of debts",
      voucherCode: ofVoucher,
      tillId: ofTill,
    },
  },
  "payments.recordSeveral": {
    fresh: (bed) => onNewEvent(bed, { price: 5000 }),
    base: ({ ids }) => ({ method: "cash", debts: [{ eventId: ids["eventId"], amount: 100 }] }),
    values: { debts: ({ ids }: TestBed) => [{ eventId: ids["eventId"], amount: 200 }] },
    leftOut: { debts: ["chargeId"] },
    shown: { debts: ({ event, amount }: PaymentDetail) => [{ eventId: event?.id, amount }] },
    notShown: {
      email: "kept on the customer who has none: see the tests of debts",
      voucherCode: ofVoucher,
      tillId: ofTill,
    },
  },
  "payments.recordOfCustomer": {
    fresh: async (bed) => {
      const { ids } = await onOpenCharges(bed);
      return { ids: { ...ids, customerId: ids.debtorId } };
    },
    base: ({ ids }) => ({ method: "cash", amount: 100, chargeIds: [ids["chargeId"]] }),
    values: { chargeIds: ({ ids }: TestBed) => [ids["chargeId"], ids["secondChargeId"]] },
    notShown: {
      chargeIds: "the payments name their bookings: see the tests of payments",
      email: "kept on the customer who has none: see the tests of debts",
      restToWallet: "what is more than due is a payment of its own: see the tests of credits",
      voucherCode: ofVoucher,
      tillId: ofTill,
    },
  },
  "payments.sell": {
    reader: "payments.read",
    idOf: ({ payment }: Sale) => payment?.payments[0]?.id ?? "",
    fresh: async (bed) => {
      const sold = await create(bed, "/products", { name: "Balls", kind: "goods", price: 650 });
      const [buyer, other] = [
        await create(bed, "/customers", { firstName: "Ida", lastName: "Buyer" }),
        await create(bed, "/customers", { firstName: "Ada", lastName: "Seller" }),
      ];
      const { id: productId } = await create(bed, "/products", { name: "Packs", kind: "pack" });
      const type = { name: "10 hours", price: 18_000, unit: "count", units: 10, minutesPerUnit: 60, productId };
      const packType = await create(bed, "/pack-types", type);
      const { code } = await create(bed, "/promo-codes", { ...promoCode(), appliesTo: "pack" });
      const ids = { productId: sold.id, customerId: buyer.id, otherCustomerId: other.id } as Record<string, string>;
      return { ids: { ...bed.ids, ...ids, packTypeId: packType.id as string, saleCode: code as string } };
    },
    base: ({ ids }) => ({
      customerId: ids["customerId"],
      lines: [{ productId: ids["productId"], quantity: 1 }],
      payment: { method: "cash" },
    }),
    values: {
      customerId: ({ ids }: TestBed) => ids["otherCustomerId"],
      lines: ({ ids }: TestBed) => [
        { productId: ids["productId"], quantity: 3, price: 600, priceReason: "Three for eighteen" },
      ],
      payment: { method: "check", note: "Number 123" },
      promoCode: ({ ids }: TestBed) => ids["saleCode"],
      promoDiscount: 500,
    },
    along: {
      promoCode: (_value: string, { ids }: TestBed) => onPack(ids),
      promoDiscount: (_value: number, { ids }: TestBed) => ({ ...onPack(ids), promoCode: ids["saleCode"] }),
    },
    notShown: {
      promoCode: "lowers the charge, whose invoice names it: server/promo-codes/promo-codes.test.ts",
      promoDiscount: "is compared with what the code takes off: server/promo-codes/promo-codes.test.ts",
    },
    leftOut: {
      payment: ["email", "tillId", "voucherCode"],
      lines: ["packTypeId", "subscriptionTypeId", "topUp", "voucher", "startsOn", "beyondReason"],
    },
    shown: {
      lines: ({ label, amount }: PaymentDetail, { ids }: TestBed) =>
        label === "Balls\u00a0×\u00a03" && amount === 1800
          ? [{ productId: ids["productId"], quantity: 3, price: 600, priceReason: "Three for eighteen" }]
          : [],
      payment: ({ method, note }: PaymentDetail) => ({ method, note }),
    },
  },
  "payments.setBankAccount": {
    fresh: async (bed) => {
      const { status } = await bed.api("PUT", `/organizations/${bed.ids["organizationId"]}/bank-account`, bankAccount);
      expect(status).toBe(200);
      return bed;
    },
    base: () => bankAccount,
    values: { iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  },
  "payments.refund": {
    reader: "payments.read",
    // The last refund is the one with the latest instant.
    fresh: async (bed) => {
      testApp.clock.advance(1000);
      return bed;
    },
    base: () => ({ amount: 100, reason: "Rain" }),
    shown: {
      amount: ({ refunds }: PaymentDetail) => refunds.at(-1)?.amount ?? null,
      reason: ({ refunds }: PaymentDetail) => refunds.at(-1)?.reason ?? null,
    },
    notShown: { to: "the refund says how it went back: see the tests of credits", tillId: ofTill },
  },
};

/** A module that loses a member in each mapping, to test the check itself. */
const Shelf = z.object({ id, name: z.string(), lights: z.nullable(z.boolean()), heating: z.nullable(z.boolean()) });
const ShelfDraft = z.strictObject({ name: requiredLine(), lights: optionalBoolean, heating: optionalBoolean });
const shelves = defineModule("shelves", {
  create: post("/organizations/{organizationId}/shelves", {
    allow: "member",
    summary: "Create a shelf",
    body: ShelfDraft,
    example: { name: "Shelf" },
    returns: Shelf,
  }),
  read: get("/organizations/{organizationId}/shelves/{shelfId}", {
    allow: "member",
    summary: "One shelf",
    returns: Shelf,
  }),
  update: patch("/organizations/{organizationId}/shelves/{shelfId}", {
    allow: "member",
    summary: "Change a shelf",
    body: partialOf(ShelfDraft),
    returns: Shelf,
  }),
});
const kept = new Map<string, z.output<typeof Shelf>>();
const shelfId = "0190a0b0-0000-7000-8000-000000000001";
const shelvesBinding: ModuleBinding = (app) => {
  const url = `${API_BASE_PATH}/organizations/:organizationId/shelves`;
  const keep = (shelf: z.output<typeof Shelf>) => {
    kept.set(shelf.id, shelf);
    return { data: shelf };
  };
  app.post(url, (request, reply) => {
    const { name, lights } = request.body as z.output<typeof ShelfDraft>;
    return reply.code(201).send(keep({ id: uuidv7(new Date()), name, lights: lights ?? null, heating: null }));
  });
  app.patch<{ Params: { shelfId: string } }>(`${url}/:shelfId`, ({ params, body }, reply) => {
    const { name, heating } = body as Partial<z.output<typeof ShelfDraft>>;
    const shelf = kept.get(params.shelfId) ?? { id: shelfId, name: "Shelf", lights: null, heating: null };
    return reply.send(keep({ ...shelf, ...(name && { name }), ...(heating !== undefined && { heating }) }));
  });
  app.get<{ Params: { shelfId: string } }>(`${url}/:shelfId`, ({ params }, reply) =>
    reply.send({ data: kept.get(params.shelfId) }),
  );
};

let testApp: TestApp;
let openBed: () => Promise<TestBed>;
let bed: TestBed;
beforeAll(async () => {
  testApp = await createTestApp({ extraModules: [{ contract: shelves, binding: shelvesBinding }] });
  // Platform administrator and owner at once, so that nothing is forbidden.
  const person = await testApp.person({ platformAdmin: true });
  const sports = await testApp.db.selectFrom("sports").select("id").orderBy("id").limit(2).execute();
  const allSportIds = sports.map((sport) => sport.id);
  const api = testApp.as(person);
  const all = [...endpoints, ...Object.values(shelves)];
  openBed = async () => {
    const organizationId = await testApp.organization("Here");
    await testApp.join(person, organizationId, 1);
    const ids = { ...(await testApp.seedOneOfEach(organizationId)), organizationId, shelfId };
    return {
      api,
      all,
      ids,
      others: { ...(await testApp.seedOneOfEach(organizationId)), sportId: allSportIds[1], allSportIds },
    };
  };
  bed = await openBed();
  kept.set(shelfId, { id: shelfId, name: "Shelf", lights: null, heating: null });
});
afterAll(() => testApp.close());

const writing = endpoints.filter(isWriting);
const covered = writing.filter(({ name }) => !(name in notEntities));

describe.each(covered.map((endpoint) => [endpoint.name, endpoint] as const))("%s keeps", (name, endpoint) => {
  const own: RoundTripExceptions = exceptions[name] ?? {};
  const { notShown = {} } = own;
  beforeAll(async () => {
    bed = await openBed();
  });
  const members = Object.keys(membersOf(endpoint));
  test.each(members.filter((member) => !(member in notShown)))("%s", (member) =>
    expectRoundTrip(endpoint, member, bed, own),
  );
  test.each(members.filter((member) => member in notShown))("%s, and shows it nowhere", (member) =>
    expect(expectRoundTrip(endpoint, member, bed, own)).rejects.toThrow(),
  );
});

describe("a module that forgets a member is noticed", () => {
  const cases: [endpoint: Endpoint, kept: string[], forgotten: string][] = [
    [shelves.create, ["name", "lights"], "heating"],
    [shelves.update, ["name", "heating"], "lights"],
  ];
  test.each(cases)("$name", async (endpoint, members, forgotten) => {
    for (const member of members) await expectRoundTrip(endpoint, member, bed);
    await expect(expectRoundTrip(endpoint, forgotten, bed)).rejects.toThrow(`${forgotten} was sent as`);
  });
});

test("what is shown may be more than what was sent, and never other than it", () => {
  expect(matchesSent({ id: 4, name: "Customer" }, 4)).toBe(true);
  expect(matchesSent("2026-06-02T16:00:00.000Z", "2026-06-02T18:00:00+02:00")).toBe(true);
  expect(matchesSent([{ id: 4 }], [4])).toBe(true);
  expect(matchesSent([{ id: 4 }, { id: 5 }], [4])).toBe(false);
  expect(matchesSent(null, false)).toBe(false);
  expect(matchesSent({ city: "Lyon" }, { city: "Paris" })).toBe(false);
});

describe("every exception is still needed", () => {
  test.each(Object.keys(notEntities))("%s is declared, and takes a body", (name) => {
    expect(writing.map((endpoint) => endpoint.name)).toContain(name);
  });
  test.each(Object.entries(exceptions))("%s", (name, own) => {
    const endpoint = covered.find((one) => one.name === name);
    expect(endpoint, `${name} is not walked`).toBeDefined();
    const members = Object.keys(endpoint ? membersOf(endpoint) : {});
    for (const said of [own.values, own.leftOut, own.along, own.shown, own.notShown])
      for (const member of Object.keys(said ?? {})) expect(members, `${name} has no ${member}`).toContain(member);
    const found = endpoint && findReader(endpoint, endpoints)?.reader.name;
    expect(own.reader ?? "found by nothing", `${name} needs no reader`).not.toBe(found);
  });
});
