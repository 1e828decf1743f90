/** Where the rooms' pages are mounted: in an organization, on the platform, or in both. */
import type { AnyRoute } from "@tanstack/react-router";
import { activityRoutes } from "#web/activity/routes.tsx";
import { eventCreateRoute, eventRoutes, eventsOfFacility, eventsOfField } from "#web/events/routes.tsx";
import { facilityListRoutes, facilityRoute } from "#web/facilities/routes.tsx";
import { fieldListRoutes, fieldRoute, fieldsOfFacility } from "#web/fields/routes.tsx";
import { memberRoutes, userRoutes } from "#web/members/routes.tsx";
import { organizationListRoutes, organizationPages } from "#web/organizations/routes.tsx";

/** Pages that show one organization's things below `/organizations/$organizationId`, and everybody's on the platform. */
export const scopedRoutes = (parent: AnyRoute): AnyRoute[] => [
  ...facilityListRoutes(parent),
  facilityRoute(parent, (facility) => [fieldsOfFacility(facility), eventsOfFacility(facility)]),
  ...fieldListRoutes(parent),
  fieldRoute(parent, (field) => [eventsOfField(field)]),
  ...eventRoutes(parent),
];

/** Pages of the platform alone, such as the lists of organizations and of users. */
export const platformRoutes = (parent: AnyRoute): AnyRoute[] => [
  ...organizationListRoutes(parent),
  ...userRoutes(parent),
];

/** Pages of an organization alone, below `/organizations/$organizationId`, such as its team. */
export const organizationRoutes = (parent: AnyRoute): AnyRoute[] => [
  ...organizationPages(parent),
  ...memberRoutes(parent),
  eventCreateRoute(parent),
  ...activityRoutes(parent),
];
