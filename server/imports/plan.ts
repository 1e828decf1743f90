/** Decides what rows do: what is made, what is changed, what stays. The dry run stops here; the import then writes it. */
import type { ImportReport } from "#contract/imports.ts";
import type { Permission } from "#contract/permissions.ts";
import { say } from "#server/kit/problem.ts";
import {
  type Draft,
  type FacilitySaid,
  type Fault,
  faultAt,
  type FieldSaid,
  type Mapping,
  type Row,
} from "./drafts.ts";
import { facilityColumns, fieldColumns } from "./drafts.ts";
import { type Known, type KnownFacility, type KnownField, several } from "./known.ts";

export interface Plan {
  facilities: { made: KnownFacility[]; changed: { facility: KnownFacility; changes: Partial<FacilitySaid> }[] };
  fields: {
    made: KnownField[];
    changed: { field: KnownField; changes: Partial<FieldSaid>; sportIds: number[] | undefined }[];
  };
  tally: Pick<ImportReport, "facilities" | "fields" | "failed">;
  faults: Fault[];
}

export interface Rules {
  mapping: Mapping;
  permissions: ReadonlySet<Permission>;
  newId: () => string;
}

const none = () => ({ created: 0, updated: 0, unchanged: 0 });
const nothing = (): Plan => ({
  facilities: { made: [], changed: [] },
  fields: { made: [], changed: [] },
  tally: { facilities: none(), fields: none(), failed: 0 },
  faults: [],
});

/** What is said and different. */
function differences<T extends object>(said: T, now: object): Partial<T> {
  const before = now as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(said).filter(([column, value]) => value !== undefined && value !== before[column]),
  ) as Partial<T>;
}
const isEmpty = (changes: object) => Object.keys(changes).length === 0;
const same = (one: readonly number[], other: readonly number[]) => String(one) === String(other);

const targetOf = (columns: Record<string, string>, changes: object) =>
  (Object.entries(columns).find(([, column]) => column in changes)?.[0] ??
    "facilityName") as keyof typeof facilityColumns;

/** The facility of a row: there already, perhaps to be changed, or to be made. */
interface FacilityStep {
  facility: KnownFacility | undefined;
  changes: Partial<FacilitySaid>;
}
type Step<T> = T | { fault: Fault };

function stepFacility(draft: Draft, known: Known, { mapping, permissions }: Rules): Step<FacilityStep> {
  const { said } = draft.group;
  const facility = known.findFacility(said);
  if (facility === several) return { fault: faultAt(mapping, draft, "facilityName", say("imports.whichFacility")) };
  if (!facility) return { facility: undefined, changes: {} };
  const changes = differences<Partial<FacilitySaid>>(said, facility);
  const needs = "facilities.update";
  if (!isEmpty(changes) && !permissions.has(needs)) {
    const saying = say("imports.facilityNotYours", { perm: needs });
    return { fault: faultAt(mapping, draft, targetOf(facilityColumns, changes), saying) };
  }
  return { facility, changes };
}

interface FieldStep {
  field: KnownField | undefined;
  changes: Partial<FieldSaid>;
  /** Undefined where they stay. */
  sportIds: number[] | undefined;
}

function stepField(
  draft: Draft,
  facility: KnownFacility | undefined,
  known: Known,
  { mapping, permissions }: Rules,
): Step<FieldStep> {
  const { field: said, sports } = draft;
  const field = known.findField(said, facility?.id);
  const wrong = (target: Parameters<typeof faultAt>[2], saying: Fault["saying"]) => ({
    fault: faultAt(mapping, draft, target, saying),
  });
  if (field === several) return wrong("fieldName", say("imports.whichField"));
  if (field && field.facility_id !== facility?.id) return wrong("fieldExternalId", say("imports.fieldElsewhere"));
  const { min_people_by_event: least = field?.min_people_by_event ?? 1 } = said;
  const { max_people_by_event: most = field?.max_people_by_event ?? 99 } = said;
  if (least > most) {
    const target = mapping.includes("maxPeopleByEvent") ? "maxPeopleByEvent" : "minPeopleByEvent";
    return wrong(target, say("fields.minAboveMax"));
  }
  // What is no sport's alone says nothing about the sports that somebody chose.
  const sportIds = sports && sports.sportIds.length > 0 ? [...sports.sportIds] : undefined;
  if (!field) return { field, changes: {}, sportIds };
  const changes = differences<Partial<FieldSaid>>(said, field);
  const newSports = sportIds && !same(sportIds, field.sportIds) ? sportIds : undefined;
  const needs = "organizations.update";
  if ((!isEmpty(changes) || newSports) && !permissions.has(needs)) {
    const target = isEmpty(changes) ? "sports" : (targetOf(fieldColumns, changes) as Parameters<typeof faultAt>[2]);
    return wrong(target, say("imports.fieldNotYours", { perm: needs }));
  }
  return { field, changes, sportIds: newSports };
}

type Outcome = "created" | "updated" | "unchanged";

function settleFacility(plan: Plan, draft: Draft, { facility, changes }: FacilityStep, known: Known, { newId }: Rules) {
  if (!facility) {
    const made = { ...draft.group.said, id: newId() };
    known.addFacility(made);
    plan.facilities.made.push(made);
    return { facility: made, outcome: "created" as const };
  }
  if (isEmpty(changes)) return { facility, outcome: "unchanged" as const };
  known.changeFacility(facility, changes);
  plan.facilities.changed.push({ facility, changes });
  return { facility, outcome: "updated" as const };
}

function settleField(
  plan: Plan,
  draft: Draft,
  { field, changes, sportIds }: FieldStep,
  { facility, known, rules }: { facility: KnownFacility; known: Known; rules: Rules },
): Outcome {
  if (!field) {
    const space = draft.field.space ?? draft.sports?.space;
    const place = { id: rules.newId(), facility_id: facility.id };
    const made = { ...draft.field, ...(space && { space }), ...place, sportIds: sportIds ?? [] };
    known.addField(made);
    plan.fields.made.push(made);
    return "created";
  }
  if (isEmpty(changes) && !sportIds) return "unchanged";
  known.changeField(field, changes, sportIds);
  plan.fields.changed.push({ field, changes, sportIds });
  return "updated";
}

/** Each row whole or not at all. */
function planRow(plan: Plan, draft: Draft, known: Known, rules: Rules): void {
  const first = stepFacility(draft, known, rules);
  const second = "fault" in first ? first : stepField(draft, first.facility, known, rules);
  // A facility counts once: where it stays as it is, with its first row.
  const isFirst = draft.line === draft.group.line;
  if (!("fault" in first) && first.facility && isEmpty(first.changes) && isFirst) plan.tally.facilities.unchanged++;
  if ("fault" in first || "fault" in second) {
    const fault = "fault" in first ? first.fault : "fault" in second ? second.fault : undefined;
    if (fault) plan.faults.push(fault);
    plan.tally.failed++;
    return;
  }
  const { facility, outcome } = settleFacility(plan, draft, first, known, rules);
  if (outcome !== "unchanged") plan.tally.facilities[outcome]++;
  plan.tally.fields[settleField(plan, draft, second, { facility, known, rules })]++;
}

/**
 * @param rows in the order of the file
 * @param known all that these rows may mean is loaded; it learns what they bring
 */
export function planRows(rows: readonly Row[], known: Known, rules: Rules): Plan {
  const plan = nothing();
  for (const row of rows) {
    if (!("faults" in row)) planRow(plan, row, known, rules);
    else {
      plan.faults.push(...row.faults);
      plan.tally.failed++;
    }
  }
  return plan;
}
