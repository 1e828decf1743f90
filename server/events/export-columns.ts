import type { Attendance, Event } from "#contract/events.ts";
import { eventColumnMap } from "./column-map.ts";
import type { MessageKey } from "#messages/keys.ts";
import {
  countColumn,
  platformOnly,
  dateTimeColumn,
  localDateTimeColumn,
  moneyColumn,
  teamOnly,
  phoneColumn,
  textColumn,
  labelColumn,
  booleanColumn,
  type Column,
} from "#server/kit/documents/columns.ts";

const statusLabels = {
  pending: "events.statusPending",
  approved: "events.statusApproved",
  rejected: "events.statusRejected",
  canceled: "events.statusCanceled",
  completed: "events.statusCompleted",
} as const satisfies Record<Event["status"], MessageKey>;
const priceTypeLabels = { user: "events.priceTypeUser", field: "events.priceTypeField" } as const;
const paymentLabels = {
  none: "events.paymentNone",
  due: "events.paymentDue",
  partially_paid: "events.paymentPartiallyPaid",
  paid: "events.paymentPaid",
  partially_refunded: "events.paymentPartiallyRefunded",
  refunded: "events.paymentRefunded",
  written_off: "events.paymentWrittenOff",
} as const satisfies Record<Event["paymentStatus"], MessageKey>;

const attendanceLabels = {
  arrived: "events.attendanceArrived",
  no_show: "events.attendanceNoShow",
} as const satisfies Record<Attendance, MessageKey>;

/** Takes the members out of the map that have their own position among the columns below. */
const { name, confidentiality, kind, type, people, minPeople, maxPeople, internalNotes, ...notes } =
  eventColumnMap.exported;

export const eventColumns: Column<Event>[] = [
  name,
  platformOnly(textColumn("events.organization", (row) => row.organization.name)),
  textColumn("events.facility", (row) => row.facility.name),
  textColumn("events.field", (row) => row.field.name),
  localDateTimeColumn("exports.start", (row) => row.startTime),
  localDateTimeColumn("exports.end", (row) => row.endTime),
  textColumn("facilities.timezone", (row) => row.timezone),
  countColumn("events.durationMinutes", (row) => row.duration),
  labelColumn("events.status", statusLabels, (row) => row.status),
  confidentiality,
  kind,
  type,
  textColumn("events.sport", (row) => row.sport?.name ?? null),
  people,
  minPeople,
  maxPeople,
  textColumn("events.customer", (row) => row.customer?.name ?? null),
  phoneColumn("events.customerPhone", (row) => row.customer?.phone ?? null),
  textColumn("events.creator", ({ creator }) => creator.full_name ?? creator.name ?? null),
  moneyColumn("events.price", (row) => (row.isPriceHidden ? null : row.price)),
  textColumn("organizations.currency", (row) => row.currency),
  labelColumn("events.priceType", priceTypeLabels, (row) => row.priceType),
  booleanColumn("events.priceCustomized", (row) => row.priceCustomized),
  labelColumn("events.paymentStatus", paymentLabels, (row) => row.paymentStatus),
  teamOnly(labelColumn("events.attendance", attendanceLabels, (row) => row.attendance)),
  ...Object.values(notes),
  teamOnly(internalNotes),
  textColumn("events.canceledReason", (row) => row.canceledReason),
  dateTimeColumn("kit.created", (row) => row.created_at),
  dateTimeColumn("kit.updated", (row) => row.updated_at),
  textColumn("organizations.id", (row) => row.id),
];
