/** What is said about an entry: who did what, to which thing, and how its parts are called. */
import type { Entry } from "#contract/activity.ts";
import type { Translate } from "#web/kit/words.ts";
import type { WordKey } from "#words/keys.ts";

/** After a person's name, and before what it was done to; by the endpoint's name. */
export const actLabels: Readonly<Record<string, WordKey>> = {
  "organizations.create": "activity.organizationsCreate",
  "organizations.update": "activity.organizationsUpdate",
  "organizations.delete": "activity.organizationsDelete",
  "members.invite": "activity.membersInvite",
  "members.resendInvitation": "activity.membersResendInvitation",
  "members.revokeInvitation": "activity.membersRevokeInvitation",
  "members.acceptInvitation": "activity.membersAcceptInvitation",
  "members.declineInvitation": "activity.membersDeclineInvitation",
  "members.update": "activity.membersUpdate",
  "members.remove": "activity.membersRemove",
  "members.createRole": "activity.membersCreateRole",
  "members.updateRole": "activity.membersUpdateRole",
  "members.deleteRole": "activity.membersDeleteRole",
  "facilities.create": "activity.facilitiesCreate",
  "facilities.update": "activity.facilitiesUpdate",
  "facilities.delete": "activity.facilitiesDelete",
  "facilities.restore": "activity.facilitiesRestore",
  "fields.create": "activity.fieldsCreate",
  "fields.update": "activity.fieldsUpdate",
  "fields.delete": "activity.fieldsDelete",
  "fields.restore": "activity.fieldsRestore",
  "imports.start": "activity.importsStart",
  "imports.cancel": "activity.importsCancel",
  "hours.create": "activity.hoursCreate",
  "hours.update": "activity.hoursUpdate",
  "hours.delete": "activity.hoursDelete",
  "hours.restore": "activity.hoursRestore",
  "hours.createClosure": "activity.hoursCreateClosure",
  "hours.deleteClosure": "activity.hoursDeleteClosure",
  "hours.restoreClosure": "activity.hoursRestoreClosure",
  "prices.create": "activity.pricesCreate",
  "prices.update": "activity.pricesUpdate",
  "prices.delete": "activity.pricesDelete",
  "prices.restore": "activity.pricesRestore",
  "events.create": "activity.eventsCreate",
  "events.update": "activity.eventsUpdate",
  "events.approve": "activity.eventsApprove",
  "events.reject": "activity.eventsReject",
  "events.cancel": "activity.eventsCancel",
  "events.complete": "activity.eventsComplete",
  "events.restore": "activity.eventsRestore",
  "events.expire": "activity.eventsExpire",
  "events.pay": "activity.eventsPay",
  "events.remind": "activity.eventsRemind",
  "payments.checkout": "activity.paymentsCheckout",
  "payments.link": "activity.paymentsLink",
  "payments.record": "activity.paymentsRecord",
  "payments.refund": "activity.paymentsRefund",
  "payments.connect": "activity.paymentsConnect",
  "payments.succeed": "activity.paymentsSucceed",
  "payments.refundSucceed": "activity.paymentsRefundSucceed",
  "payments.refundFail": "activity.paymentsRefundFail",
  "invoices.issue": "activity.invoicesIssue",
  "series.create": "activity.seriesCreate",
  "series.add": "activity.seriesAdd",
  "series.update": "activity.seriesUpdate",
  "series.cancel": "activity.seriesCancel",
  "views.create": "activity.viewsCreate",
  "views.update": "activity.viewsUpdate",
  "views.delete": "activity.viewsDelete",
  "calendars.renewField": "activity.calendarsRenewField",
  "calendars.revokeField": "activity.calendarsRevokeField",
  "files.upload": "activity.filesUpload",
  "files.update": "activity.filesUpdate",
  "files.makeDefault": "activity.filesMakeDefault",
  "files.delete": "activity.filesDelete",
};

/** The rooms that things are of. */
export const subjectLabels = {
  organizations: "organizations.one",
  members: "activity.subjectPeople",
  facilities: "facilities.title",
  fields: "fields.title",
  imports: "activity.subjectImports",
  hours: "activity.subjectHours",
  prices: "activity.subjectPrices",
  events: "events.title",
  payments: "payments.title",
  invoices: "invoices.title",
  series: "activity.subjectSeries",
  views: "views.title",
  files: "activity.subjectPhotos",
} as const satisfies Record<string, WordKey>;

/** Where what an entry is about is shown, below the organization's address; nothing where it is shown nowhere. */
export function placeOf({ act, subject, subjectId, subjectName, after }: Entry): string | undefined {
  if (subjectId === null || subjectName === null || /\.(delete|remove|revoke|decline)/.test(act)) return undefined;
  if (subject === "organizations") return "/overview";
  if (subject === "files") return `/${typeof after?.["fieldId"] === "string" ? "fields" : "facilities"}/${subjectId}`;
  if (/^members\.(update|acceptInvitation)$/.test(act)) return `/team-users/${subjectId}`;
  if (/^members\.\w+Role$/.test(act)) return `/roles/${subjectId}`;
  // They have no pages of their own: the list downloads them.
  if (subject === "invoices") return "/invoices";
  if (subject === "hours") return act.endsWith("Closure") ? "/closures" : `/opening-hours/${subjectId}`;
  return subject === "members" ? undefined : `/${subject}/${subjectId}`;
}

const named = (state: Entry["after"], member: string) =>
  typeof state?.[member] === "string" ? state[member] : undefined;

/** What it is called now, or was called then. */
export const nameOf = ({ subjectName, before, after }: Entry): string | undefined =>
  subjectName ?? named(before, "name") ?? named(after, "name") ?? named(before, "email") ?? named(after, "email");

/** What its amounts are in, where it says so. */
export const currencyOf = ({ before, after }: Pick<Entry, "before" | "after">): string | undefined =>
  named(after, "currency") ?? named(before, "currency");

/** Parts whose words are not called as they are. */
const partLabels: Readonly<Record<string, WordKey>> = {
  "organizations.countryId": "organizations.country",
  "organizations.bookingRules": "organizations.bookingRules",
  "members.permissions": "members.rolePermissions",
  "members.bookingRules": "organizations.bookingRules",
  "members.replacement": "members.replacement",
  "members.expiresAt": "overview.openUntil",
  "files.position": "activity.position",
  "invoices.taxAmount": "invoices.tax",
  "invoices.totalAmount": "invoices.gross",
  "events.customer.name": "events.customerName",
  "events.customer.phone": "events.customerPhone",
};

/** A part of a thing in words, such as `bookingRules.noticeMinutes`; one that has none, as it is. */
export function partLabel(t: Translate, subject: string, path: string): string {
  const own = partLabels[`${subject}.${path}`];
  if (own) return t(own);
  const last = path.split(".").at(-1) ?? path;
  for (const room of [subject, "organizations"]) {
    const key = `${room}.${last}`;
    // Rooms call their words as they call their parts; `t` gives back what it does not know.
    const label = t(key as "organizations.name");
    if (label !== key) return label;
  }
  return path;
}
