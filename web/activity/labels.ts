import { type ActivityEntry, activityMessageKey } from "#contract/activity.ts";
import { listModules } from "#web/kit/data/modules.ts";
import type { Translate } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

const textsOf = (subject: string) => listModules().find(({ name }) => name === subject)?.activity;

/** Text between actor and subject, such as "created"; undefined if the act has no message. */
export function actLabel(t: Translate, act: string): string | undefined {
  const key = activityMessageKey(act);
  const text = (t as (key: string) => string)(key);
  return text === key ? undefined : text;
}

export const listSubjectLabels = (): Readonly<Record<string, MessageKey>> =>
  Object.fromEntries(listModules().flatMap(({ name, activity }) => (activity ? [[name, activity.subject]] : [])));

/** Path of the entry's subject below the organization; undefined if it was deleted or has no page. */
export function entryPath({ act, subject, subjectId, subjectName, after }: ActivityEntry): string | undefined {
  if (subjectId === null || subjectName === null || /\.(delete|remove|revoke|decline)/.test(act)) return undefined;
  const path = textsOf(subject)?.path;
  return path ? path({ act, subjectId, after }) : `/${subject}/${subjectId}`;
}

const textMember = (state: ActivityEntry["after"], member: string) =>
  typeof state?.[member] === "string" ? state[member] : undefined;

export const entryName = ({ subjectName, before, after }: ActivityEntry): string | undefined =>
  subjectName ??
  textMember(before, "name") ??
  textMember(after, "name") ??
  textMember(before, "email") ??
  textMember(after, "email");

export const entryCurrency = ({ before, after }: Pick<ActivityEntry, "before" | "after">): string | undefined =>
  textMember(after, "currency") ?? textMember(before, "currency");

/** Label of a changed value, such as `bookingRules.noticeMinutes`. Falls back to the path. */
export function partLabel(t: Translate, subject: string, path: string): string {
  const own = textsOf(subject)?.partLabels?.[path];
  if (own) return (t as (key: MessageKey) => string)(own);
  const last = path.split(".").at(-1) ?? path;
  for (const module of [subject, "organizations"]) {
    const key = `${module}.${last}`;
    // Messages have the names of the contract's members. `t` returns an unknown key as it is.
    const label = t(key as "organizations.name");
    if (label !== key) return label;
  }
  return path;
}

export const valueLabel = (subject: string, path: string, value: string): MessageKey | undefined =>
  textsOf(subject)?.valueLabels?.[path]?.[value];
