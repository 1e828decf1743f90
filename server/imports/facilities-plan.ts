/** Plans an import: which rows create, change or keep records. The dry run stops here; the import then writes it. */
import { DEFAULT_MAX_PEOPLE } from "#contract/fields-people-rules.ts";
import type { ImportReport } from "#contract/imports.ts";
import type { Permission } from "#contract/permissions.ts";
import { message } from "#server/kit/http/http-error.ts";
import {
  type RowDraft,
  type FacilityValues,
  type ImportFault,
  createFault,
  type FieldValues,
  type ColumnMapping,
  type ImportRow,
} from "./rows.ts";
import { facilityColumns, fieldColumns } from "./rows.ts";
import type { SportValue } from "./sport-values.ts";
import { type KnownRecords, type KnownFacility, type KnownField, ambiguous } from "./known-records.ts";

export interface ImportPlan {
  facilities: { made: KnownFacility[]; changed: { facility: KnownFacility; changes: Partial<FacilityValues> }[] };
  fields: {
    made: KnownField[];
    changed: { field: KnownField; changes: Partial<FieldValues>; sportIds: number[] | undefined }[];
  };
  tally: Pick<ImportReport, "facilities" | "fields" | "failed" | "warned">;
  faults: ImportFault[];
  warnings: ImportFault[];
  /** With a repetition for each row. */
  sportValues: SportValue[];
}

export interface ImportPlanOptions {
  mapping: ColumnMapping;
  permissions: ReadonlySet<Permission>;
  newId: () => string;
}

const emptyCounts = () => ({ created: 0, updated: 0, unchanged: 0 });
const emptyPlan = (): ImportPlan => ({
  facilities: { made: [], changed: [] },
  fields: { made: [], changed: [] },
  tally: { facilities: emptyCounts(), fields: emptyCounts(), failed: 0, warned: 0 },
  faults: [],
  warnings: [],
  sportValues: [],
});

function changedValues<T extends object>(values: T, now: object): Partial<T> {
  const before = now as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter(([column, value]) => value !== undefined && value !== before[column]),
  ) as Partial<T>;
}
const isEmpty = (changes: object) => Object.keys(changes).length === 0;
const isSameList = (one: readonly number[], other: readonly number[]) => String(one) === String(other);

const firstChangedTarget = (columns: Record<string, string>, changes: object) =>
  (Object.entries(columns).find(([, column]) => column in changes)?.[0] ??
    "facilityName") as keyof typeof facilityColumns;

/** `facility` is undefined if it must be created. */
interface FacilityStep {
  facility: KnownFacility | undefined;
  changes: Partial<FacilityValues>;
}
type StepOrFault<T> = T | { fault: ImportFault };

function planFacility(
  draft: RowDraft,
  records: KnownRecords,
  { mapping, permissions }: ImportPlanOptions,
): StepOrFault<FacilityStep> {
  const { values } = draft.group;
  const facility = records.findFacility(values);
  if (facility === ambiguous)
    return { fault: createFault(mapping, draft, "facilityName", message("imports.whichFacility")) };
  if (!facility) return { facility: undefined, changes: {} };
  const changes = changedValues<Partial<FacilityValues>>(values, facility);
  const needs = "facilities.update";
  if (!isEmpty(changes) && !permissions.has(needs)) {
    const saying = message("imports.facilityNotYours", { perm: needs });
    return { fault: createFault(mapping, draft, firstChangedTarget(facilityColumns, changes), saying) };
  }
  return { facility, changes };
}

interface FieldStep {
  field: KnownField | undefined;
  changes: Partial<FieldValues>;
  /** Undefined if they are unchanged. */
  sportIds: number[] | undefined;
}

function planField(
  draft: RowDraft,
  facility: KnownFacility | undefined,
  records: KnownRecords,
  { mapping, permissions }: ImportPlanOptions,
): StepOrFault<FieldStep> {
  const { field: values, sports } = draft;
  const field = records.findField(values, facility?.id);
  const wrong = (target: Parameters<typeof createFault>[2], saying: ImportFault["saying"]) => ({
    fault: createFault(mapping, draft, target, saying),
  });
  if (field === ambiguous) return wrong("fieldName", message("imports.whichField"));
  if (field && field.facility_id !== facility?.id) return wrong("fieldExternalId", message("imports.fieldElsewhere"));
  const { min_people_by_event: minPeople = field?.min_people_by_event ?? 1 } = values;
  const { max_people_by_event: maxPeople = field?.max_people_by_event ?? DEFAULT_MAX_PEOPLE } = values;
  if (minPeople > maxPeople) {
    const target = mapping.includes("maxPeopleByEvent") ? "maxPeopleByEvent" : "minPeopleByEvent";
    return wrong(target, message("fields.minAboveMax"));
  }
  // A value that is not known by itself does not replace sports that were chosen by hand.
  const isUncertain = sports?.values.some((one) => one.sportIds === null) && field && field.sportIds.length > 0;
  const sportIds = sports && sports.sportIds.length > 0 && !isUncertain ? [...sports.sportIds] : undefined;
  if (!field) return { field, changes: {}, sportIds };
  const changes = changedValues<Partial<FieldValues>>(values, field);
  const newSports = sportIds && !isSameList(sportIds, field.sportIds) ? sportIds : undefined;
  const needs = "organizations.update";
  if ((!isEmpty(changes) || newSports) && !permissions.has(needs)) {
    const target = isEmpty(changes)
      ? "sports"
      : (firstChangedTarget(fieldColumns, changes) as Parameters<typeof createFault>[2]);
    return wrong(target, message("imports.fieldNotYours", { perm: needs }));
  }
  return { field, changes, sportIds: newSports };
}

type FieldOutcome = "created" | "updated" | "unchanged";

function applyFacilityStep(
  plan: ImportPlan,
  draft: RowDraft,
  { facility, changes }: FacilityStep,
  records: KnownRecords,
  { newId }: ImportPlanOptions,
) {
  if (!facility) {
    const made = { ...draft.group.values, id: newId() };
    records.addFacility(made);
    plan.facilities.made.push(made);
    return { facility: made, outcome: "created" as const };
  }
  if (isEmpty(changes)) return { facility, outcome: "unchanged" as const };
  records.changeFacility(facility, changes);
  plan.facilities.changed.push({ facility, changes });
  return { facility, outcome: "updated" as const };
}

function applyFieldStep(
  plan: ImportPlan,
  draft: RowDraft,
  { field, changes, sportIds }: FieldStep,
  { facility, known: records, rules }: { facility: KnownFacility; known: KnownRecords; rules: ImportPlanOptions },
): FieldOutcome {
  if (!field) {
    const space = draft.field.space ?? draft.sports?.space;
    const place = { id: rules.newId(), facility_id: facility.id };
    const made = { ...draft.field, ...(space && { space }), ...place, sportIds: sportIds ?? [] };
    records.addField(made);
    plan.fields.made.push(made);
    return "created";
  }
  if (isEmpty(changes) && !sportIds) return "unchanged";
  records.changeField(field, changes, sportIds);
  plan.fields.changed.push({ field, changes, sportIds });
  return "updated";
}

/** A row is imported completely or not at all. */
function planRow(plan: ImportPlan, draft: RowDraft, records: KnownRecords, rules: ImportPlanOptions): void {
  const first = planFacility(draft, records, rules);
  const second = "fault" in first ? first : planField(draft, first.facility, records, rules);
  // Count each unchanged facility once, with its first row.
  const isFirst = draft.line === draft.group.line;
  if (!("fault" in first) && first.facility && isEmpty(first.changes) && isFirst) plan.tally.facilities.unchanged++;
  if ("fault" in first || "fault" in second) {
    const fault = "fault" in first ? first.fault : "fault" in second ? second.fault : undefined;
    if (fault) plan.faults.push(fault);
    plan.tally.failed++;
    return;
  }
  plan.warnings.push(...draft.warnings);
  if (draft.warnings.length > 0) plan.tally.warned++;
  plan.sportValues.push(...(draft.sports?.values ?? []));
  const { facility, outcome } = applyFacilityStep(plan, draft, first, records, rules);
  if (outcome !== "unchanged") plan.tally.facilities[outcome]++;
  plan.tally.fields[applyFieldStep(plan, draft, second, { facility, known: records, rules })]++;
}

/** @param records contains all that these rows may refer to; records created by rows are added */
export function planRows(rows: readonly ImportRow[], records: KnownRecords, rules: ImportPlanOptions): ImportPlan {
  const plan = emptyPlan();
  for (const row of rows) {
    if (!("faults" in row)) planRow(plan, row, records, rules);
    else {
      plan.faults.push(...row.faults);
      plan.tally.failed++;
    }
  }
  return plan;
}
