/** The columns of events and of the activity. */
import type { Entry } from "#contract/activity.ts";
import type { Event } from "#contract/events.ts";
import type { WordKey } from "#words/keys.ts";
import type { Translate } from "#words/words.ts";
import {
  count,
  everywhere,
  moment,
  momentThere,
  money,
  ofTeam,
  phone,
  text,
  word,
  yesNo,
  type Column,
} from "#server/kit/columns.ts";

const statusLabels = {
  pending: "events.statusPending",
  approved: "events.statusApproved",
  rejected: "events.statusRejected",
  canceled: "events.statusCanceled",
  completed: "events.statusCompleted",
} as const satisfies Record<Event["status"], WordKey>;
const kindLabels = { event: "events.kindEvent", block: "events.kindBlock" } as const;
const confidentialityLabels = { public: "fields.public", private: "fields.private" } as const;
const typeLabels = {
  training: "events.typeTraining",
  game: "events.typeGame",
  free_play: "events.typeFreePlay",
  other: "events.typeOther",
} as const satisfies Record<Event["type"], WordKey>;
const priceTypeLabels = { user: "events.priceTypeUser", field: "events.priceTypeField" } as const;
const paymentLabels = {
  none: "events.paymentNone",
  due: "events.paymentDue",
  partially_paid: "events.paymentPartiallyPaid",
  paid: "events.paymentPaid",
  partially_refunded: "events.paymentPartiallyRefunded",
  refunded: "events.paymentRefunded",
} as const satisfies Record<Event["paymentStatus"], WordKey>;

export const eventColumns: Column<Event>[] = [
  text("events.name", (row) => row.name),
  everywhere(text("events.organization", (row) => row.organization.name)),
  text("events.facility", (row) => row.facility.name),
  text("events.field", (row) => row.field.name),
  momentThere("exports.start", (row) => row.startTime),
  momentThere("exports.end", (row) => row.endTime),
  text("facilities.timezone", (row) => row.timezone),
  count("events.durationMinutes", (row) => row.duration),
  word("events.status", statusLabels, (row) => row.status),
  word("events.confidentiality", confidentialityLabels, (row) => row.confidentiality),
  word("events.kind", kindLabels, (row) => row.kind),
  word("events.type", typeLabels, (row) => row.type),
  text("events.sport", (row) => row.sport?.name ?? null),
  count("events.people", (row) => row.people),
  count("events.minPeople", (row) => row.minPeople),
  count("events.maxPeople", (row) => row.maxPeople),
  text("events.customer", (row) => row.customer?.name ?? null),
  phone("events.customerPhone", (row) => row.customer?.phone ?? null),
  text("events.creator", ({ creator }) => creator.full_name ?? creator.name ?? null),
  money("events.price", (row) => row.price),
  text("organizations.currency", (row) => row.currency),
  word("events.priceType", priceTypeLabels, (row) => row.priceType),
  yesNo("events.priceCustomized", (row) => row.priceCustomized),
  word("events.paymentStatus", paymentLabels, (row) => row.paymentStatus),
  text("events.description", (row) => row.description),
  text("events.notes", (row) => row.notes),
  ofTeam(text("events.internalNotes", (row) => row.internalNotes)),
  text("events.canceledReason", (row) => row.canceledReason),
  moment("kit.created", (row) => row.created_at),
  moment("kit.updated", (row) => row.updated_at),
  text("organizations.id", (row) => row.id),
];

const subjectLabels: Readonly<Record<string, WordKey>> = {
  organizations: "organizations.one",
  members: "activity.subjectPeople",
};

/** `fields.create` in words; as it is where there are none. */
function actIn(t: Translate, act: string): string {
  const [room = "", verb = ""] = act.split(".");
  const key = `activity.${room}${verb.charAt(0).toUpperCase()}${verb.slice(1)}`;
  const said = (t as (key: string) => string)(key);
  return said === key ? act : said;
}

function subjectIn(t: Translate, subject: string): string {
  const key = subjectLabels[subject] ?? `${subject}.title`;
  const said = (t as (key: string) => string)(key);
  return said === key ? subject : said;
}

const asJson = (state: object | null) => (state === null ? null : JSON.stringify(state));

export const activityColumns: Column<Entry>[] = [
  moment("exports.at", (row) => row.at),
  text("activity.person", (row, { t }) => row.actor?.full_name ?? t("activity.system")),
  text("exports.act", (row, { t }) => actIn(t, row.act)),
  text("activity.subject", (row, { t }) => subjectIn(t, row.subject)),
  text("exports.subjectName", (row) => row.subjectName),
  text("exports.before", (row) => asJson(row.before)),
  text("exports.after", (row) => asJson(row.after)),
  text("exports.address", (row) => row.address),
  text("organizations.id", (row) => row.subjectId),
];
