/** Where the rooms' pages are mounted: in an organization, on the platform, or in both. */
import type { AnyRoute } from "@tanstack/react-router";
import { activityRoutes, historyOfEvent } from "#web/activity/routes.tsx";
import { calendarOfField } from "#web/calendars/routes.tsx";
import { eventCreateRoute, eventRoutes, eventsOfFacility, eventsOfField } from "#web/events/routes.tsx";
import { facilityListRoutes, facilityRoute } from "#web/facilities/routes.tsx";
import { fieldListRoutes, fieldRoute, fieldsOfFacility } from "#web/fields/routes.tsx";
import { galleryOfFacility, galleryOfField } from "#web/files/routes.tsx";
import { closuresRoute, hoursRoutes } from "#web/hours/routes.tsx";
import { importRoute } from "#web/imports/routes.tsx";
import { invoiceRoutes } from "#web/invoices/routes.tsx";
import { memberRoutes, userRoutes } from "#web/members/routes.tsx";
import { organizationListRoutes, organizationPages } from "#web/organizations/routes.tsx";
import { overviewRoutes } from "#web/overview/routes.tsx";
import {
  accountOfSettings,
  ownPaymentsRoute,
  paymentReturnRoute,
  paymentRoutes,
  paymentsOfEvent,
} from "#web/payments/routes.tsx";
import { planningRoute } from "#web/planning/routes.tsx";
import { priceRoutes } from "#web/prices/routes.tsx";
import { seriesFormRoutes, seriesRoutes } from "#web/series/routes.tsx";
import { sheetsRoute } from "#web/sheets/routes.tsx";

/** Pages that show one organization's things below `/organizations/$organizationId`, and everybody's on the platform. */
export const scopedRoutes = (parent: AnyRoute): AnyRoute[] => [
  ...facilityListRoutes(parent),
  facilityRoute(parent, (facility) => [
    fieldsOfFacility(facility),
    eventsOfFacility(facility),
    galleryOfFacility(facility),
  ]),
  ...fieldListRoutes(parent),
  fieldRoute(parent, (field) => [eventsOfField(field), galleryOfField(field), calendarOfField(field)]),
  ...eventRoutes(parent, (event) => [paymentsOfEvent(event, (around) => [historyOfEvent(around)])]),
  ...seriesRoutes(parent),
  closuresRoute(parent),
  ...paymentRoutes(parent),
  ...invoiceRoutes(parent),
];

/** Pages of the platform alone, such as the lists of organizations and of users. */
export const platformRoutes = (parent: AnyRoute): AnyRoute[] => [
  ...organizationListRoutes(parent),
  ...userRoutes(parent),
];

/** Pages of an organization alone, below `/organizations/$organizationId`, such as its team. */
export const organizationRoutes = (parent: AnyRoute): AnyRoute[] => [
  ...organizationPages(parent, (settings) => [accountOfSettings(settings)]),
  ...memberRoutes(parent),
  eventCreateRoute(parent),
  ...seriesFormRoutes(parent),
  importRoute(parent),
  ...hoursRoutes(parent),
  ...priceRoutes(parent),
  paymentReturnRoute(parent),
  planningRoute(parent),
  sheetsRoute(parent),
  ...activityRoutes(parent),
];

/** Pages without a scope in their address: they are a person's own. */
export const ownRoutes = (parent: AnyRoute): AnyRoute[] => [...overviewRoutes(parent), ownPaymentsRoute(parent)];
