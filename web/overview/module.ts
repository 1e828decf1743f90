import type { WebModule } from "#web/kit/data/modules.ts";
import { organizationOverviewRoute, overviewRoutes } from "./routes.tsx";

export const overview: WebModule = {
  name: "overview",
  navigation: [
    {
      label: "overview.title",
      icon: "LayoutDashboard",
      path: "/overview",
      isGlobal: true,
      alsoCurrentAt: ["/overview", "/edit"],
      menus: { team: ["schedule", 1], platform: ["schedule", 1], newcomer: ["schedule", 1] },
    },
    {
      label: "overview.title",
      icon: "LayoutDashboard",
      path: "/overview",
      isGlobal: true,
      menus: { member: ["schedule", 1] },
    },
    {
      label: "overview.mine",
      icon: "Ticket",
      path: "/my-bookings",
      isGlobal: true,
      alsoCurrentAt: ["/my-payments"],
      menus: { member: ["schedule", 3] },
      bar: { label: "overview.barBookings", position: 2 },
    },
  ],
  routes: { personal: overviewRoutes, organization: (parent) => [organizationOverviewRoute(parent)] },
  includesDataOf: ["events", "money"],
};
