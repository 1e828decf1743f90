import type { ActivityEntry } from "#contract/activity.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";
import { listActivityTexts } from "#web/kit/data/activity-texts.ts";
import type { Translate } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

const textsOf = (subject: string) => listActivityTexts()[subject];

export const listSubjectLabels = (): Readonly<Record<string, MessageKey>> =>
  Object.fromEntries(
    Object.entries(listActivityTexts()).flatMap(([name, texts]) => (texts ? [[name, texts.subject]] : [])),
  );

/** Path of the entry's subject below the organization; undefined if it was deleted or has no page. */
export function entryPath({ act, subject, subjectId, subjectName, after }: ActivityEntry): string | undefined {
  if (subjectId === null || subjectName === null || /\.(delete|remove|revoke|decline)/.test(act)) return undefined;
  const path = textsOf(subject)?.path;
  return path ? path({ act, subjectId, after }) : `/${subject}/${subjectId}`;
}

const textMember = (state: ActivityEntry["after"], member: string) =>
  typeof state?.[member] === "string" ? state[member] : undefined;

export const entryCurrency = ({ before, after }: Pick<ActivityEntry, "before" | "after">): string | undefined =>
  textMember(after, "currency") ?? textMember(before, "currency");

/** Members that follow from others, or that only a machine reads. */
const untold =
  /^(?:creator\.type|date|priceLines|decisions|updated|updated_at|localization\.(?:address\b.*|latitude|longitude))$/;

/** Labels that are none of their module's messages, whatever the module. */
const partLabels: Readonly<Record<string, MessageKey>> = {
  active: "members.active",
  "creator.full_name": "events.creator",
  "customer.name": "events.customer",
  details: "prices.title",
  duration: "events.duration",
  fields: "fields.title",
  holder: "payments.transferHolder",
  hours: "hours.title",
  internalNotes: "events.internalNotes",
  isPublished: "pages.isPublished",
  "localization.completeAddress": "facilities.address",
  maxPeopleByEvent: "fields.maxPeople",
  merged: "customers.one",
  method: "payments.method",
  minPeopleByEvent: "fields.minPeople",
  openingHourPattern: "fields.openingHours",
  parent: "fields.partOf",
  seatsStands: "fields.seats",
  slug: "pages.slug",
  text: "customers.notes",
  time: "events.startTime",
};
const valueLabels: Readonly<Record<string, Readonly<Record<string, MessageKey>>>> = { method: paymentMethodLabels };

/** Label of a changed value, such as `bookingRules.noticeMinutes`; undefined for what tells people nothing. */
export function partLabel(t: Translate, subject: string, path: string): string | undefined {
  if (untold.test(path)) return undefined;
  const own = textsOf(subject)?.partLabels?.[path] ?? partLabels[path];
  if (own) return (t as (key: MessageKey) => string)(own);
  const last = path.split(".").at(-1) ?? path;
  for (const module of [subject, "organizations"]) {
    const key = `${module}.${last}`;
    // Messages have the names of the contract's members. `t` returns an unknown key as it is.
    const label = t(key as "organizations.name");
    // A sentence with a place for a value is no name of one.
    if (label !== key && !label.includes("{")) return label;
  }
  return undefined;
}

export const valueLabel = (subject: string, path: string, value: string): MessageKey | undefined =>
  (textsOf(subject)?.valueLabels?.[path] ?? valueLabels[path])?.[value];
