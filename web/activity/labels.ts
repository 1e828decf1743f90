/** The texts of an entry: the act, the thing, and its parts. */
import { type ActivityEntry, activityMessageKey } from "#contract/activity.ts";
import { listModules } from "#web/kit/data/modules.ts";
import type { Translate } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

const textsOf = (subject: string) => listModules().find(({ name }) => name === subject)?.activity;

/** Text between actor and subject: `created`; undefined for acts without one. */
export function actLabel(t: Translate, act: string): string | undefined {
  const key = activityMessageKey(act);
  const text = (t as (key: string) => string)(key);
  return text === key ? undefined : text;
}

/** The kinds of things that the list can be narrowed down to, by their module. */
export const listSubjectLabels = (): Readonly<Record<string, MessageKey>> =>
  Object.fromEntries(listModules().flatMap(({ name, activity }) => (activity ? [[name, activity.subject]] : [])));

/** Path of the entry's subject below the organization; undefined where it is gone or has no page. */
export function entryPath({ act, subject, subjectId, subjectName, after }: ActivityEntry): string | undefined {
  if (subjectId === null || subjectName === null || /\.(delete|remove|revoke|decline)/.test(act)) return undefined;
  const path = textsOf(subject)?.path;
  return path ? path({ act, subjectId, after }) : `/${subject}/${subjectId}`;
}

const textMember = (state: ActivityEntry["after"], member: string) =>
  typeof state?.[member] === "string" ? state[member] : undefined;

/** Present name of the subject, else the former one. */
export const entryName = ({ subjectName, before, after }: ActivityEntry): string | undefined =>
  subjectName ??
  textMember(before, "name") ??
  textMember(after, "name") ??
  textMember(before, "email") ??
  textMember(after, "email");

/** Currency of the entry's amounts, where it has one. */
export const entryCurrency = ({ before, after }: Pick<ActivityEntry, "before" | "after">): string | undefined =>
  textMember(after, "currency") ?? textMember(before, "currency");

/** A part of a thing in words, such as `bookingRules.noticeMinutes`; one that has none, as it is. */
export function partLabel(t: Translate, subject: string, path: string): string {
  const own = textsOf(subject)?.partLabels?.[path];
  if (own) return (t as (key: MessageKey) => string)(own);
  const last = path.split(".").at(-1) ?? path;
  for (const module of [subject, "organizations"]) {
    const key = `${module}.${last}`;
    // The messages of a module are called as its parts are; `t` gives back what it does not know.
    const label = t(key as "organizations.name");
    if (label !== key) return label;
  }
  return path;
}

/** Label of an enumeration's value. */
export const valueLabel = (subject: string, path: string, value: string): MessageKey | undefined =>
  textsOf(subject)?.valueLabels?.[path]?.[value];
