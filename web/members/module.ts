import type { ActivityReference, WebModule } from "#web/kit/data/modules.ts";
import { typeLabels } from "./labels.ts";
import { memberRoutes, privacyRoute, userRoutes } from "./routes.tsx";

const pathOfEntry = ({ act, subjectId }: ActivityReference): string | undefined => {
  if (act === "members.update" || act === "members.acceptInvitation") return `/team-users/${subjectId}`;
  return act.endsWith("Role") ? `/roles/${subjectId}` : undefined;
};

export const members: WebModule = {
  name: "members",
  navigation: [
    {
      label: "members.team",
      icon: "Users",
      path: "/team-users",
      permission: "members.show",
      menus: { team: ["people", 2] },
    },
    {
      label: "members.roles",
      icon: "ShieldCheck",
      path: "/roles",
      permission: "members.show",
      menus: { team: ["people", 3] },
    },
  ],
  actions: [
    { label: "members.createRole", path: "/roles/create", permission: "roles.manage" },
    { label: "members.privacy", path: "/settings/privacy", isGlobal: true },
  ],
  routes: { organization: memberRoutes, platform: userRoutes, account: (parent) => [privacyRoute(parent)] },
  activity: {
    subject: "activity.subjectPeople",
    path: pathOfEntry,
    partLabels: {
      permissions: "members.rolePermissions",
      bookingRules: "organizations.bookingRules",
      replacement: "members.replacement",
      expiresAt: "overview.openUntil",
    },
    valueLabels: { type: typeLabels },
  },
};
