/** Where the rooms' pages are mounted: in an organization, on the platform, or in both. */
import type { AnyRoute } from "@tanstack/react-router";
import { eventCreateRoute, eventRoutes, eventsOfFacility, eventsOfField } from "#web/events/routes.tsx";
import { facilityListRoutes, facilityRoute } from "#web/facilities/routes.tsx";
import { fieldListRoutes, fieldRoute, fieldsOfFacility } from "#web/fields/routes.tsx";
import { memberRoutes } from "#web/members/routes.tsx";
import { organizationListRoutes, organizationPages } from "#web/organizations/routes.tsx";

/** Pages that show one organization's things below `/organizations/$organizationId`, and everybody's on the platform. */
export const scopedRoutes = (parent: AnyRoute): AnyRoute[] => [
  ...facilityListRoutes(parent),
  facilityRoute(parent, (facility) => [fieldsOfFacility(facility), eventsOfFacility(facility)]),
  ...fieldListRoutes(parent),
  fieldRoute(parent, (field) => [eventsOfField(field)]),
  ...eventRoutes(parent),
];

/** Pages of the platform alone, such as the list of organizations. */
export const platformRoutes = (parent: AnyRoute): AnyRoute[] => organizationListRoutes(parent);

/** Pages of an organization alone, below `/organizations/$organizationId`, such as its team. */
export const organizationRoutes = (parent: AnyRoute): AnyRoute[] => [
  ...organizationPages(parent),
  ...memberRoutes(parent),
  eventCreateRoute(parent),
];
