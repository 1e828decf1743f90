import type { WebModule } from "#web/kit/data/modules.ts";
import { authRoutes, settingsRoutes, verificationRoutes } from "./routes.tsx";

export const accounts: WebModule = {
  name: "accounts",
  navigation: [
    {
      label: "members.users",
      icon: "Users",
      path: "/users",
      isGlobal: true,
      permission: "users.show",
      menus: { platform: ["people", 1] },
    },
  ],
  actions: [
    { label: "accounts.profile", path: "/settings/profile", isGlobal: true },
    { label: "accounts.preferences", path: "/settings/preferences", isGlobal: true },
    { label: "accounts.password", path: "/settings/password", isGlobal: true },
  ],
  routes: { public: authRoutes, unverified: verificationRoutes, account: settingsRoutes },
};
