/** All modules, in the order of the layers (`tests/support/layers.ts`). */
import { accounts } from "./accounts.ts";
import { accounting } from "./accounting.ts";
import { activity } from "./activity.ts";
import { apiKeys } from "./api-keys.ts";
import { approvals } from "./approvals.ts";
import { availability } from "./availability.ts";
import { blocks } from "./blocks.ts";
import { bookingLimits } from "./booking-limits.ts";
import { bookings } from "./bookings.ts";
import { busyCalendars } from "./busy-calendars.ts";
import { calendars } from "./calendars.ts";
import { charges } from "./charges.ts";
import { credits } from "./credits.ts";
import { customers } from "./customers.ts";
import { emailChanges } from "./email-changes.ts";
import { eventJobActs, events } from "./events.ts";
import { exports } from "./exports.ts";
import { extras } from "./extras.ts";
import { facilities } from "./facilities.ts";
import { fields } from "./fields.ts";
import { files } from "./files.ts";
import { general } from "./general.ts";
import { packs } from "./packs.ts";
import { subscriptionJobActs, subscriptions } from "./subscriptions.ts";
import { tills } from "./tills.ts";
import { timeWindows } from "./time-windows.ts";
import { hours } from "./hours.ts";
import { imports } from "./imports.ts";
import type { Endpoint } from "./kit.ts";
import { joinActs, joining } from "./joining.ts";
import { looks } from "./looks.ts";
import { invoiceJobActs, invoices } from "./invoices.ts";
import { members, memberSignInActs } from "./members.ts";
import { notifications } from "./notifications.ts";
import { sms } from "./sms.ts";
import { orders } from "./orders.ts";
import { organizations } from "./organizations.ts";
import { overview } from "./overview.ts";
import { setup } from "./setup.ts";
import { guests } from "./guests.ts";
import { pages } from "./pages.ts";
import { participants } from "./participants.ts";
import { cardJobActs } from "./card-shape.ts";
import { paymentJobActs, payments } from "./payments.ts";
import { personalData } from "./personal-data-endpoints.ts";
import { reports } from "./reports.ts";
import { places } from "./places.ts";
import { planning } from "./planning.ts";
import { prices } from "./prices.ts";
import { promoCodes } from "./promo-codes.ts";
import { products } from "./products.ts";
import { receiptLog } from "./receipt-log.ts";
import { search } from "./search.ts";
import { secondFactors } from "./second-factors.ts";
import { signOnJobActs, signOnProviders } from "./sign-on-providers.ts";
import { singleSignOn } from "./single-sign-on.ts";
import { series } from "./series.ts";
import { sports } from "./sports.ts";
import { vouchers } from "./vouchers.ts";
import { views } from "./views.ts";
import { waitlist } from "./waitlist.ts";
import { webhookJobActs, webhooks } from "./webhooks.ts";
import { devices } from "./devices.ts";

export const contract = {
  general,
  accounts,
  "second-factors": secondFactors,
  "email-changes": emailChanges,
  organizations,
  members,
  "sign-on-providers": signOnProviders,
  "single-sign-on": singleSignOn,
  "api-keys": apiKeys,
  customers,
  files,
  looks,
  joining,
  places,
  sports,
  facilities,
  fields,
  hours,
  "time-windows": timeWindows,
  products,
  subscriptions,
  "promo-codes": promoCodes,
  prices,
  availability,
  "booking-limits": bookingLimits,
  events,
  series,
  approvals,
  blocks,
  waitlist,
  views,
  planning,
  calendars,
  "busy-calendars": busyCalendars,
  charges,
  packs,
  extras,
  credits,
  vouchers,
  payments,
  orders,
  tills,
  invoices,
  "receipt-log": receiptLog,
  accounting,
  participants,
  bookings,
  guests,
  pages,
  activity,
  notifications,
  sms,
  search,
  setup,
  overview,
  reports,
  imports,
  exports,
  webhooks,
  devices,
  "personal-data": personalData,
};

type EndpointName = {
  [Module in keyof typeof contract]: `${Module}.${Extract<keyof (typeof contract)[Module], string>}`;
}[keyof typeof contract];

/** Deeds of jobs, of providers and to accounts, beside those of endpoints. */
const otherActs = [
  ...memberSignInActs,
  ...joinActs,
  ...eventJobActs,
  ...subscriptionJobActs,
  ...paymentJobActs,
  ...cardJobActs,
  ...invoiceJobActs,
  ...webhookJobActs,
  ...signOnJobActs,
] as const;
export type ActivityAct = EndpointName | (typeof otherActs)[number];

export const leavesEntry = (endpoint: Endpoint): boolean =>
  endpoint.leavesEntry !== false &&
  endpoint.method !== "GET" &&
  /^\/(?:organizations|invitations|setup)/.test(endpoint.path);

/** Every kind of entry that the activity may have. Each has a sentence: `activity.fieldsCreate`. */
export const activityActs: readonly ActivityAct[] = [
  ...Object.values<Record<string, Endpoint>>(contract)
    .flatMap((module) => Object.values(module))
    .filter(leavesEntry)
    .map(({ name }) => name as EndpointName),
  ...otherActs,
];
