/** Modules in the order of the layers. The first bundle contains this list, so modules import their pages lazily. */
import { general } from "./general/module.ts";
import { accounts } from "./accounts/module.ts";
import { secondFactors } from "./second-factors/module.ts";
import { emailChanges } from "./email-changes/module.ts";
import { signOnProviders } from "./sign-on-providers/module.ts";
import { singleSignOn } from "./single-sign-on/module.ts";
import { organizations } from "./organizations/module.ts";
import { members } from "./members/module.ts";
import { apiKeys } from "./api-keys/module.ts";
import { customersModule } from "./customers/module.ts";
import { files } from "./files/module.ts";
import { looks } from "./looks/module.ts";
import { joining } from "./joining/module.ts";
import { places } from "./places/module.ts";
import { sports } from "./sports/module.ts";
import { facilities } from "./facilities/module.ts";
import { fieldsModule } from "./fields/module.ts";
import { timeWindows } from "./time-windows/module.ts";
import { hours } from "./hours/module.ts";
import { products } from "./products/module.ts";
import { prices } from "./prices/module.ts";
import { promoCodes } from "./promo-codes/module.ts";
import { subscriptions } from "./subscriptions/module.ts";
import { availability } from "./availability/module.ts";
import { events } from "./events/module.ts";
import { series } from "./series/module.ts";
import { approvals } from "./approvals/module.ts";
import { blocks } from "./blocks/module.ts";
import { waitlist } from "./waitlist/module.ts";
import { views } from "./views/module.ts";
import { planningModule } from "./planning/module.ts";
import { calendars } from "./calendars/module.ts";
import { busyCalendars } from "./busy-calendars/module.ts";
import { charges } from "./charges/module.ts";
import { extras } from "./extras/module.ts";
import { packs } from "./packs/module.ts";
import { credits } from "./credits/module.ts";
import { vouchers } from "./vouchers/module.ts";
import { payments } from "./payments/module.ts";
import { orders } from "./orders/module.ts";
import { tills } from "./tills/module.ts";
import { accounting } from "./accounting/module.ts";
import { invoices } from "./invoices/module.ts";
import { bookingLimits } from "./booking-limits/module.ts";
import { participants } from "./participants/module.ts";
import { bookings } from "./bookings/module.ts";
import { guests } from "./guests/module.ts";
import { pages } from "./pages/module.ts";
import { activityModule } from "./activity/module.ts";
import { notifications } from "./notifications/module.ts";
import { sms } from "./sms/module.ts";
import { search } from "./search/module.ts";
import { reports } from "./reports/module.ts";
import { overview } from "./overview/module.ts";
import { setup } from "./setup/module.ts";
import { imports } from "./imports/module.ts";
import { webhooks } from "./webhooks/module.ts";
import { devices } from "./devices/module.ts";
import { personalData } from "./personal-data/module.ts";
import { registerModules, type WebModule } from "./kit/data/modules.ts";

const loadActivityTexts = () => import("./modules-activity-texts.ts");

export const modules: readonly WebModule[] = [
  general,
  accounts,
  secondFactors,
  emailChanges,
  organizations,
  members,
  signOnProviders,
  singleSignOn,
  apiKeys,
  customersModule(
    async () => (await Promise.all([import("./activity/customer-parts.tsx"), loadActivityTexts()]))[0].customerParts,
    async () => (await import("./payments/customer-list-parts.tsx")).paymentCustomerListParts,
  ),
  files,
  looks,
  joining,
  places,
  sports,
  facilities,
  fieldsModule(async () => (await import("./events/field-parts.tsx")).eventFieldParts),
  hours,
  timeWindows,
  products,
  prices,
  subscriptions,
  promoCodes,
  availability,
  bookingLimits,
  events,
  series,
  approvals,
  blocks,
  waitlist,
  views,
  planningModule(async () => (await import("./payments/planning-parts.tsx")).paymentPlanningParts),
  calendars,
  busyCalendars,
  charges,
  packs,
  extras,
  credits,
  vouchers,
  payments,
  orders,
  tills,
  invoices,
  accounting,
  participants,
  bookings,
  guests,
  pages,
  activityModule(loadActivityTexts),
  notifications,
  sms,
  search,
  setup,
  overview,
  reports,
  imports,
  webhooks,
  devices,
  personalData,
];

registerModules(modules);
