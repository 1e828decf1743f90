import type { WebModule } from "#web/kit/data/modules.ts";
import { pageSettingsRoute } from "./routes.tsx";

export const pages: WebModule = {
  name: "pages",
  navigation: [
    {
      label: "pages.club",
      icon: "Building2",
      path: "/overview",
      alsoCurrentAt: ["/facilities", "/fields"],
      menus: { member: ["schedule", 5] },
      bar: { label: "pages.barClub", position: 4 },
    },
  ],
  routes: { organization: (organization) => [pageSettingsRoute(organization)] },
};
