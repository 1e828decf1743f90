import type { WebModule } from "#web/kit/data/modules.ts";
import { memberRoutes, privacyRoute, userRoutes } from "./routes.tsx";

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
};
