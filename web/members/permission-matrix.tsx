import { Check, Minus } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type Permission, rolePermissions as catalogue } from "#contract/permissions.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

type Resource = Permission extends `${infer Name}.${string}` ? Name : never;
type Action = Permission extends `${string}.${infer Name}` ? Name : never;

/** In the order of the table. */
const resourceLabels = {
  organizations: "members.resourceOrganizations",
  facilities: "members.resourceFacilities",
  fields: "members.resourceFields",
  events: "members.resourceEvents",
  patterns: "members.resourcePatterns",
  products: "products.title",
  sales: "members.resourceSales",
  till: "tills.title",
  members: "members.resourceMembers",
  customers: "customers.title",
  roles: "members.resourceRoles",
  payments: "members.resourcePayments",
  invoices: "members.resourceInvoices",
  activity: "members.resourceActivity",
  reports: "reports.title",
  accounting: "accounting.title",
  users: "members.resourceUsers",
} as const satisfies Record<Resource, MessageKey>;

const actionLabels = {
  show: "members.actionShow",
  create: "members.actionCreate",
  update: "members.actionUpdate",
  delete: "members.actionDelete",
  manage: "members.actionManage",
  approve: "members.actionApprove",
  override: "members.actionOverride",
  record: "members.actionRecord",
  refund: "members.actionRefund",
  adjust: "members.actionAdjust",
  use: "members.actionUse",
  close: "members.actionClose",
  export: "members.actionExport",
} as const satisfies Record<Action, MessageKey>;

const permissionHints = {
  "organizations.show": "members.mayShowOrganizations",
  "organizations.create": "members.mayCreateOrganizations",
  "organizations.update": "members.mayUpdateOrganizations",
  "organizations.delete": "members.mayDeleteOrganizations",
  "facilities.show": "members.mayShowFacilities",
  "facilities.update": "members.mayUpdateFacilities",
  "facilities.delete": "members.mayDeleteFacilities",
  "fields.show": "members.mayShowFields",
  "fields.create": "members.mayCreateFields",
  "fields.delete": "members.mayDeleteFields",
  "events.show": "members.mayShowEvents",
  "events.create": "members.mayCreateEvents",
  "events.update": "members.mayUpdateEvents",
  "events.approve": "members.mayApproveEvents",
  "events.override": "members.mayOverrideEvents",
  "patterns.manage": "members.mayManagePatterns",
  "products.manage": "members.mayManageProducts",
  "sales.create": "members.mayCreateSales",
  "sales.adjust": "members.mayAdjustSales",
  "till.use": "members.mayUseTill",
  "till.close": "members.mayCloseTill",
  "members.show": "members.mayShowMembers",
  "members.manage": "members.mayManageMembers",
  "customers.manage": "members.mayManageCustomers",
  "roles.manage": "members.mayManageRoles",
  "payments.show": "members.mayShowPayments",
  "payments.record": "members.mayRecordPayments",
  "payments.refund": "members.mayRefundPayments",
  "invoices.show": "members.mayShowInvoices",
  "activity.show": "members.mayShowActivity",
  "reports.show": "members.mayShowReports",
  "accounting.export": "members.mayExportAccounting",
  "accounting.close": "members.mayCloseAccounting",
  "users.show": "members.mayShowUsers",
  "users.update": "members.mayUpdateUsers",
} as const satisfies Record<Permission, MessageKey>;

const resourceOf = (permission: Permission) => permission.split(".")[0] as Resource;
const actionOf = (permission: Permission) => permission.split(".")[1] as Action;

/** Short name of a permission: "Events · Approve". */
export function usePermissionName(): (permission: Permission) => string {
  const t = useTranslation();
  return (permission) => `${t(resourceLabels[resourceOf(permission)])} · ${t(actionLabels[actionOf(permission)])}`;
}

interface PermissionRowsProps {
  shown: readonly Permission[];
  item: (permission: Permission) => ReactNode;
}

function PermissionRows({ shown, item }: PermissionRowsProps) {
  const t = useTranslation();
  const id = useId();
  const resources = (Object.keys(resourceLabels) as Resource[])
    .map((resource) => ({ resource, permissions: shown.filter((permission) => resourceOf(permission) === resource) }))
    .filter(({ permissions }) => permissions.length > 0);
  return (
    <div className="divide-y divide-line">
      {resources.map(({ resource, permissions }) => (
        <div
          key={resource}
          role="group"
          aria-labelledby={`${id}-${resource}`}
          className="grid gap-x-4 gap-y-1.5 px-4 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <p id={`${id}-${resource}`} className="text-13 font-medium sm:py-1">
            {t(resourceLabels[resource])}
          </p>
          <ul className="grid gap-x-4 sm:grid-cols-2">
            {permissions.map((permission) => (
              <li key={permission}>{item(permission)}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

const permissionRowClass = "flex items-start gap-2.5 py-1";

function PermissionHint({ permission, muted = false }: { permission: Permission; muted?: boolean }) {
  const t = useTranslation();
  return (
    <span className="min-w-0">
      <span className={cx("block text-13 font-medium", muted && "text-ink-3")}>
        {t(actionLabels[actionOf(permission)])}
      </span>
      <span className="block text-xs text-ink-3">{t(permissionHints[permission])}</span>
    </span>
  );
}

interface PermissionMatrixProps {
  granted: readonly string[];
  shown?: readonly Permission[];
}

export function PermissionMatrix({ granted, shown = catalogue }: PermissionMatrixProps) {
  const t = useTranslation();
  return (
    <PermissionRows
      shown={shown}
      item={(permission) => {
        const has = granted.includes(permission);
        return (
          <span className={permissionRowClass}>
            <span className={cx("mt-0.5", has ? "text-accent-ink" : "text-ink-3")}>
              {has ? <Check className="size-4" aria-hidden /> : <Minus className="size-4" aria-hidden />}
              <span className="sr-only">{t(has ? "members.granted" : "members.notGranted")}</span>
            </span>
            <PermissionHint permission={permission} muted={!has} />
          </span>
        );
      }}
    />
  );
}

interface PermissionsFieldProps {
  name: string;
  label: string;
  choices: readonly Permission[];
  canGrant: (permission: Permission) => boolean;
}

/** Permissions in a `Form`. Any permission implies `show` of its resource; clearing `show` clears the others. */
export function PermissionsField({ choices, canGrant: may, ...props }: PermissionsFieldProps) {
  const { id, value, change, leave, error } = useField(props);
  const granted = Array.isArray(value) ? (value as Permission[]) : [];
  const toggle = (permission: Permission) => {
    const show = choices.find((one) => one === `${resourceOf(permission)}.show` && may(one));
    const brings =
      show === undefined || granted.includes(show) || show === permission ? [permission] : [show, permission];
    const goes = (one: Permission) =>
      one === permission || (permission === show && resourceOf(one) === resourceOf(show));
    change(granted.includes(permission) ? granted.filter((one) => !goes(one)) : [...granted, ...brings]);
  };
  return (
    <FieldFrame {...props} id={id} error={error} as="group" hideLabel>
      <div role="group" aria-labelledby={`${id}-label`} className="overflow-hidden rounded-xl border border-line">
        <PermissionRows
          shown={choices}
          item={(permission) => (
            <label
              className={cx(
                permissionRowClass,
                "cursor-pointer has-disabled:cursor-not-allowed pointer-coarse:min-h-11",
              )}
            >
              <span className="relative mt-0.5 grid size-4 shrink-0 place-items-center">
                <input
                  type="checkbox"
                  name={permission}
                  checked={granted.includes(permission)}
                  disabled={!may(permission)}
                  onChange={() => toggle(permission)}
                  onBlur={leave}
                  className="peer absolute inset-0 m-0 cursor-pointer appearance-none rounded-[4px] border border-line-strong bg-surface checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
                />
                <Check
                  className="pointer-events-none relative size-3 stroke-3 text-on-accent opacity-0 peer-checked:opacity-100"
                  aria-hidden
                />
              </span>
              <PermissionHint permission={permission} muted={!may(permission)} />
            </label>
          )}
        />
      </div>
    </FieldFrame>
  );
}
