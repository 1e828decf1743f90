/** Columns of a file of packs: what each target is called. */
import type { PackImportTarget } from "#contract/imports.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#web/kit/format/translation.ts";

const packLabel = "packs.one";
const customerLabel = "customers.one";

const targetLabels = {
  pack: [packLabel, "imports.packType"],
  unitsTotal: [packLabel, "imports.unitsTotal"],
  unitsLeft: [packLabel, "imports.unitsLeft"],
  unitsUsed: [packLabel, "imports.unitsUsed"],
  startsOn: [packLabel, "imports.packStart"],
  expiresOn: [packLabel, "packs.validUntil"],
  externalId: [packLabel, "imports.externalId"],
  customerName: [customerLabel, "imports.fullName"],
  firstName: [customerLabel, "customers.firstName"],
  lastName: [customerLabel, "customers.lastName"],
  legalName: [customerLabel, "customers.legalName"],
  email: [customerLabel, "members.email"],
  phone: [customerLabel, "members.phone"],
  customerNumber: [customerLabel, "imports.customerNumber"],
} as const satisfies Record<PackImportTarget, readonly [thing: MessageKey, name: MessageKey]>;

export const listPackTargets = (t: Translate): { value: PackImportTarget; label: string; group: string }[] =>
  (Object.entries(targetLabels) as [PackImportTarget, readonly [MessageKey, MessageKey]][]).map(
    ([value, [thing, name]]) => ({ value, label: t(name), group: t(thing) }),
  );
