/** Columns of a file of bookings: what each target is called. */
import type { BookingImportTarget } from "#contract/imports.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#web/kit/format/translation.ts";

const bookingLabel = "events.one";
const customerLabel = "customers.one";

const targetLabels = {
  field: [bookingLabel, "fields.one"],
  facility: [bookingLabel, "facilities.one"],
  date: [bookingLabel, "events.date"],
  startTime: [bookingLabel, "imports.startTime"],
  endTime: [bookingLabel, "imports.endTime"],
  duration: [bookingLabel, "events.duration"],
  title: [bookingLabel, "events.name"],
  people: [bookingLabel, "imports.peopleCount"],
  notes: [bookingLabel, "imports.teamNotes"],
  status: [bookingLabel, "imports.status"],
  externalId: [bookingLabel, "imports.externalId"],
  customerName: [customerLabel, "imports.fullName"],
  firstName: [customerLabel, "customers.firstName"],
  lastName: [customerLabel, "customers.lastName"],
  legalName: [customerLabel, "customers.legalName"],
  email: [customerLabel, "members.email"],
  phone: [customerLabel, "members.phone"],
  customerNumber: [customerLabel, "imports.customerNumber"],
} as const satisfies Record<BookingImportTarget, readonly [thing: MessageKey, name: MessageKey]>;

export const listBookingTargets = (t: Translate): { value: BookingImportTarget; label: string; group: string }[] =>
  (Object.entries(targetLabels) as [BookingImportTarget, readonly [MessageKey, MessageKey]][]).map(
    ([value, [thing, name]]) => ({ value, label: t(name), group: t(thing) }),
  );
