/**
 * Names that the activity has for the subjects of each module, and where they lead. Loaded with what shows entries, because
 * the first script has no room for them. Null: entries without texts of their own and without a filter.
 */
import { activityTexts as signOnProviders } from "./sign-on-providers/activity-texts.ts";
import { activityTexts as organizations } from "./organizations/activity-texts.ts";
import { activityTexts as members } from "./members/activity-texts.ts";
import { activityTexts as apiKeys } from "./api-keys/activity-texts.ts";
import { activityTexts as customers } from "./customers/activity-texts.ts";
import { activityTexts as files } from "./files/activity-texts.ts";
import { activityTexts as sms } from "./sms/activity-texts.ts";
import { activityTexts as looks } from "./looks/activity-texts.ts";
import { activityTexts as joining } from "./joining/activity-texts.ts";
import { activityTexts as facilities } from "./facilities/activity-texts.ts";
import { activityTexts as fields } from "./fields/activity-texts.ts";
import { activityTexts as timeWindows } from "./time-windows/activity-texts.ts";
import { activityTexts as hours } from "./hours/activity-texts.ts";
import { activityTexts as products } from "./products/activity-texts.ts";
import { activityTexts as prices } from "./prices/activity-texts.ts";
import { activityTexts as promoCodes } from "./promo-codes/activity-texts.ts";
import { activityTexts as subscriptions } from "./subscriptions/activity-texts.ts";
import { activityTexts as events } from "./events/activity-texts.ts";
import { activityTexts as series } from "./series/activity-texts.ts";
import { activityTexts as participants } from "./participants/activity-texts.ts";
import { activityTexts as waitlist } from "./waitlist/activity-texts.ts";
import { activityTexts as views } from "./views/activity-texts.ts";
import { activityTexts as busyCalendars } from "./busy-calendars/activity-texts.ts";
import { activityTexts as charges } from "./charges/activity-texts.ts";
import { activityTexts as extras } from "./extras/activity-texts.ts";
import { activityTexts as packs } from "./packs/activity-texts.ts";
import { activityTexts as payments } from "./payments/activity-texts.ts";
import { activityTexts as orders } from "./orders/activity-texts.ts";
import { activityTexts as tills } from "./tills/activity-texts.ts";
import { activityTexts as accounting } from "./accounting/activity-texts.ts";
import { activityTexts as invoices } from "./invoices/activity-texts.ts";
import { activityTexts as pages } from "./pages/activity-texts.ts";
import { activityTexts as imports } from "./imports/activity-texts.ts";
import { activityTexts as webhooks } from "./webhooks/activity-texts.ts";
import { activityTexts as devices } from "./devices/activity-texts.ts";
import { activityTexts as personalData } from "./personal-data/activity-texts.ts";
import { registerActivityTexts } from "./kit/data/activity-texts.ts";

registerActivityTexts({
  "sign-on-providers": signOnProviders,
  organizations: organizations,
  members: members,
  "api-keys": apiKeys,
  customers: customers,
  files: files,
  looks: looks,
  sms: sms,
  joining: joining,
  facilities: facilities,
  fields: fields,
  "time-windows": timeWindows,
  hours: hours,
  products: products,
  prices: prices,
  subscriptions: subscriptions,
  "promo-codes": promoCodes,
  events: events,
  series: series,
  approvals: null,
  blocks: null,
  participants: participants,
  waitlist: waitlist,
  views: views,
  calendars: null,
  "busy-calendars": busyCalendars,
  charges: charges,
  packs: packs,
  extras: extras,
  payments: payments,
  orders: orders,
  tills: tills,
  invoices: invoices,
  accounting: accounting,
  pages: pages,
  imports: imports,
  webhooks: webhooks,
  devices: devices,
  "personal-data": personalData,
});
