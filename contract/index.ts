/** All modules, in the order of the layers (`tests/support/layers.ts`). */
import { accounts } from "./accounts.ts";
import { activity } from "./activity.ts";
import { approvals } from "./approvals.ts";
import { availability } from "./availability.ts";
import { blocks } from "./blocks.ts";
import { calendars } from "./calendars.ts";
import { customers } from "./customers.ts";
import { events } from "./events.ts";
import { exports } from "./exports.ts";
import { facilities } from "./facilities.ts";
import { fields } from "./fields.ts";
import { files } from "./files.ts";
import { general } from "./general.ts";
import { hours } from "./hours.ts";
import { imports } from "./imports.ts";
import { invoices } from "./invoices.ts";
import { members } from "./members.ts";
import { notifications } from "./notifications.ts";
import { organizations } from "./organizations.ts";
import { overview } from "./overview.ts";
import { setup } from "./setup.ts";
import { payments } from "./payments.ts";
import { places } from "./places.ts";
import { planning } from "./planning.ts";
import { prices } from "./prices.ts";
import { search } from "./search.ts";
import { series } from "./series.ts";
import { sports } from "./sports.ts";
import { views } from "./views.ts";

export const contract = {
  general,
  accounts,
  organizations,
  members,
  customers,
  files,
  places,
  sports,
  facilities,
  fields,
  hours,
  prices,
  availability,
  events,
  series,
  approvals,
  blocks,
  views,
  planning,
  calendars,
  payments,
  invoices,
  activity,
  notifications,
  search,
  setup,
  overview,
  imports,
  exports,
};
