import type { WebModule } from "#web/kit/data/modules.ts";
import {
  approvalLabels,
  bookingPrivacyLabels,
  joiningLabels,
  typeLabels,
  vatLabels,
  waitlistLabels,
} from "./labels.ts";
import { organizationDetailRoutes, organizationListRoutes } from "./routes.tsx";

export const organizations: WebModule = {
  name: "organizations",
  navigation: [
    {
      label: "organizations.title",
      icon: "Building2",
      path: "/organizations",
      isGlobal: true,
      permission: "organizations.show",
      menus: { platform: ["venues", 1] },
    },
    {
      label: "organizations.settings",
      icon: "Settings",
      path: "/settings",
      permission: "organizations.update",
      menus: { team: ["administration", 2] },
    },
  ],
  routes: {
    platform: organizationListRoutes,
    organization: (parent, routesAt) => organizationDetailRoutes(parent, routesAt("organization-settings")),
  },
  activity: {
    subject: "organizations.one",
    path: () => "/overview",
    partLabels: { countryId: "organizations.country", bookingRules: "organizations.bookingRules" },
    valueLabels: {
      type: typeLabels,
      vatProfile: vatLabels,
      approvalDefault: approvalLabels,
      bookingPrivacy: bookingPrivacyLabels,
      joining: joiningLabels,
      waitlist: waitlistLabels,
    },
  },
};
