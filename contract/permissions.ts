/** All permissions, as roles store them and `organizations-min` sends them, and what each built-in role may do. */
export const permissions = [
  "users.show",
  "users.update",
  "payments.show",
  "payments.refund",
  "payments.record",
  "organizations.show",
  "organizations.create",
  "organizations.update",
  "organizations.delete",
  "fields.show",
  "fields.create",
  "fields.delete",
  "facilities.show",
  "facilities.update",
  "facilities.delete",
  "events.show",
  "events.create",
  "events.update",
  "events.approve",
  "events.override",
  "members.show",
  "members.manage",
  "customers.manage",
  "roles.manage",
  "patterns.manage",
  "products.manage",
  "sales.create",
  "sales.adjust",
  "till.use",
  "till.close",
  "invoices.show",
  "activity.show",
  "reports.show",
  "accounting.export",
  "accounting.close",
] as const;

export type Permission = (typeof permissions)[number];

/** Permissions of endpoints without an organization: only platform administrators have them, no role does. */
const platformPermissions = [
  "users.show",
  "users.update",
  "organizations.create",
] as const satisfies readonly Permission[];
export type RolePermission = Exclude<Permission, (typeof platformPermissions)[number]>;
const isRolePermission = (permission: Permission): permission is RolePermission =>
  !(platformPermissions as readonly Permission[]).includes(permission);
/** All permissions that a role can have. */
export const rolePermissions: readonly RolePermission[] = permissions.filter(isRolePermission);

/** No key holds them: with a key that is found, nobody can give access to others or take the organization over. */
const permissionsOfPeople: readonly RolePermission[] = [
  "members.manage",
  "roles.manage",
  "organizations.update",
  "organizations.delete",
];
export const apiKeyPermissions: readonly RolePermission[] = rolePermissions.filter(
  (permission) => !permissionsOfPeople.includes(permission),
);

export const roleTypes = ["admin", "member"] as const;
export type RoleType = (typeof roleTypes)[number];

/** The specification's names of role types; derived, never stored. */
export const memberTypes = ["team", "customer"] as const;
export type MemberType = (typeof memberTypes)[number];
export const memberTypeOfRole = (type: RoleType): MemberType => (type === "admin" ? "team" : "customer");

/** All permissions that a role of type `member` can have. Members need none for their own bookings. */
export const memberRolePermissions = [
  "organizations.show",
  "facilities.show",
  "fields.show",
  "events.show",
] as const satisfies readonly Permission[];

interface BuiltInRole {
  id: number;
  name: string;
  type: RoleType;
  permissions: readonly Permission[];
}

const showPermissions = rolePermissions.filter((permission) => permission.endsWith(".show"));

/** Rows created with each organization, with the same ids in all; custom roles start at 5. */
export const builtInRoles = [
  { id: 1, name: "Owner", type: "admin", permissions: rolePermissions },
  {
    id: 2,
    name: "Manager",
    type: "admin",
    permissions: rolePermissions.filter((permission) => permission !== "organizations.delete"),
  },
  {
    id: 3,
    name: "Staff",
    type: "admin",
    permissions: [
      ...showPermissions,
      "events.create",
      "events.update",
      "events.approve",
      "payments.record",
      "sales.create",
      "till.use",
      "till.close",
      "customers.manage",
    ],
  },
  {
    id: 4,
    name: "Member",
    type: "member",
    permissions: memberRolePermissions,
  },
] as const satisfies readonly BuiltInRole[];

export const FIRST_CUSTOM_ROLE_ID = 5;
export const OWNER_ROLE_ID = 1;
export const MEMBER_ROLE_ID = 4;
