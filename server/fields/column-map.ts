import { Field, FieldDraft } from "#contract/fields.ts";
import { columnMap, noColumn, writeOnlyColumn } from "#server/kit/db/column-map.ts";

const confidentialityLabels = { public: "fields.public", private: "fields.private" } as const;
const statusLabels = { open: "fields.statusOpen", closed: "fields.statusClosed" } as const;
const spaceLabels = { indoor: "fields.spaceIndoor", outdoor: "fields.spaceOutdoor" } as const;
const approvalLabels = { automatic: "fields.approvalAutomatic", manual: "fields.approvalManual" } as const;

export const fieldColumnMap = columnMap(
  { table: "fields", draft: FieldDraft, entity: Field },
  {
    name: { column: "name", label: "fields.name" },
    confidentiality: { column: "confidentiality", label: "fields.confidentiality", values: confidentialityLabels },
    status: { column: "status", label: "fields.status", values: statusLabels },
    bookable: { column: "bookable", label: "fields.bookable" },
    seatsStands: { column: "seats_stands", label: "fields.seats" },
    minPeopleByEvent: { column: "min_people_by_event", label: "fields.minPeople" },
    maxPeopleByEvent: { column: "max_people_by_event", label: "fields.maxPeople" },
    space: { column: "space", label: "fields.space", values: spaceLabels },
    lights: { column: "lights", label: "fields.lights" },
    handicapAccess: { column: "handicap_access", label: "fields.handicapAccess" },
    airConditioning: { column: "air_conditioning", label: "fields.airConditioning" },
    heating: { column: "heating", label: "fields.heating" },
    description: { column: "description", label: "fields.description" },
    startStep: { column: "start_step", label: "exports.startStep" },
    turnaround: { column: "turnaround", label: "exports.turnaround" },
    approval: { column: "approval", label: "fields.approval", values: approvalLabels },
    cancellationDeadline: { column: "cancellation_deadline", label: "exports.cancellationDeadline" },
    slug: "slug",
    isPublished: "is_published",
    facilityId: writeOnlyColumn("facility_id", "the field shows its `facility`"),
    parentId: noColumn("tree.ts: the whole, with its trail"),
    sportIds: noColumn("field_sports"),
    openingHourPatternId: noColumn("field_opening_hours, by the module of the hours"),
    pricePatternIds: noColumn("field_price_patterns, by the module of the prices"),
    organizationId: noColumn("the organization of the path, and no other"),
  },
);
