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
  "fields.create": "activity.fieldsCreate",
  "events.create": "activity.eventsCreate",
};

/** The rooms that things are of. */
export const subjectLabels = {
  organizations: "organizations.one",
  members: "activity.subjectPeople",
  facilities: "facilities.title",
  fields: "fields.title",
  events: "events.title",
} as const satisfies Record<string, WordKey>;

/** Where what an entry is about is shown, below the organization's address; nothing where it is shown nowhere. */
export function placeOf({ act, subject, subjectId, subjectName }: Entry): string | undefined {
  if (subjectId === null || subjectName === null || /\.(delete|remove|revoke|decline)/.test(act)) return undefined;
  if (subject === "organizations") return "/overview";
  if (/^members\.(update|acceptInvitation)$/.test(act)) return `/team-users/${subjectId}`;
  if (/^members\.\w+Role$/.test(act)) return `/roles/${subjectId}`;
  return subject === "members" ? undefined : `/${subject}/${subjectId}`;
}

const named = (state: Entry["after"], member: string) =>
  typeof state?.[member] === "string" ? state[member] : undefined;

/** What it is called now, or was called then. */
export const nameOf = ({ subjectName, before, after }: Entry): string | undefined =>
  subjectName ?? named(before, "name") ?? named(after, "name") ?? named(before, "email") ?? named(after, "email");

/** Parts whose words are not called as they are. */
const partLabels: Readonly<Record<string, WordKey>> = {
  "organizations.countryId": "organizations.country",
  "organizations.bookingRules": "organizations.bookingRules",
  "members.permissions": "members.rolePermissions",
  "members.bookingRules": "organizations.bookingRules",
  "members.replacement": "members.replacement",
  "members.expiresAt": "overview.openUntil",
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
