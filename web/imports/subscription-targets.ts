/** Columns of a file of memberships: what each target is called. */
import type { SubscriptionImportTarget } from "#contract/imports.ts";
import type { MessageKey } from "#messages/keys.ts";
import type { Translate } from "#web/kit/format/translation.ts";

const membershipLabel = "subscriptions.one";
const customerLabel = "customers.one";

const targetLabels = {
  membership: [membershipLabel, "imports.membershipType"],
  startsOn: [membershipLabel, "imports.packStart"],
  endsOn: [membershipLabel, "imports.membershipEnd"],
  renews: [membershipLabel, "imports.membershipRenews"],
  frozenFrom: [membershipLabel, "imports.frozenFrom"],
  frozenTo: [membershipLabel, "imports.frozenTo"],
  externalId: [membershipLabel, "imports.externalId"],
  customerName: [customerLabel, "imports.fullName"],
  firstName: [customerLabel, "customers.firstName"],
  lastName: [customerLabel, "customers.lastName"],
  email: [customerLabel, "members.email"],
  phone: [customerLabel, "members.phone"],
  customerNumber: [customerLabel, "imports.customerNumber"],
} as const satisfies Record<SubscriptionImportTarget, readonly [thing: MessageKey, name: MessageKey]>;

export const listSubscriptionTargets = (
  t: Translate,
): { value: SubscriptionImportTarget; label: string; group: string }[] =>
  (Object.entries(targetLabels) as [SubscriptionImportTarget, readonly [MessageKey, MessageKey]][]).map(
    ([value, [thing, name]]) => ({ value, label: t(name), group: t(thing) }),
  );
