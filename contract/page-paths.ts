/**
 * The paths of the web's pages, so that the server answers 404 to all others. A test of the web compares them with its
 * routes.
 */

/** In an organization and on the platform alike. */
export const scopedPaths = [
  "/closures",
  "/events",
  "/events/$eventId",
  "/events/$eventId/edit",
  "/facilities",
  "/facilities/$facilityId",
  "/facilities/$facilityId/edit",
  "/facilities/$facilityId/events",
  "/facilities/$facilityId/fields",
  "/facilities/$facilityId/gallery",
  "/facilities/create",
  "/fields",
  "/fields/$fieldId",
  "/fields/$fieldId/calendar",
  "/fields/$fieldId/edit",
  "/fields/$fieldId/events",
  "/fields/$fieldId/gallery",
  "/fields/create",
  "/invoices",
  "/overview",
  "/payments",
  "/payments/$paymentId",
  "/payments/takings",
  "/payments/unpaid",
  "/series/$seriesId",
  "/settings",
  "/users",
  "/users/$userId",
] as const;

export const organizationPaths = [
  "/activity",
  "/api-keys",
  "/api-keys/create",
  "/approvals",
  "/approvals/decided",
  "/closures/create",
  "/customers/$customerId",
  "/customers/$customerId/edit",
  "/customers/create",
  "/customers/import",
  "/devices",
  "/devices/$deviceId",
  "/devices/create",
  "/edit",
  "/events/create",
  "/events/create-series",
  "/getting-started",
  "/import",
  "/opening-hours",
  "/opening-hours/$openingHourPatternId",
  "/opening-hours/create",
  "/payments/$paymentId/return",
  "/planning",
  "/planning/print",
  "/prices",
  "/prices/$pricePatternId",
  "/prices/create",
  "/roles",
  "/roles/$roleId",
  "/roles/$roleId/edit",
  "/roles/create",
  "/series/$seriesId/edit",
  "/settings/page",
  "/settings/retention",
  "/team-users",
  "/team-users/$userId",
  "/webhooks",
  "/webhooks/$webhookId",
  "/webhooks/create",
] as const;

export const globalPaths = [
  "/",
  "/auth/email-change",
  "/auth/first-administrator",
  "/auth/forgot-password",
  "/auth/login",
  "/auth/logout",
  "/auth/passkey",
  "/auth/register",
  "/auth/reset-password",
  "/auth/second-factor",
  "/auth/verify-email",
  "/email-verification",
  "/guide",
  "/guide/$guidePage",
  "/invitations",
  "/legal/imprint",
  "/legal/privacy",
  "/legal/terms",
  "/my-bookings",
  "/my-payments",
  "/notifications",
  "/organizations",
  "/organizations/$organizationId",
  "/organizations/create",
  "/organizations/set-up",
  "/paid",
  "/settings/data",
  "/settings/email",
  "/settings/notifications",
  "/settings/password",
  "/settings/preferences",
  "/settings/privacy",
  "/settings/profile",
  "/settings/second-factor",
] as const;

const organizationPath = "/organizations/$organizationId";

/** Parts that begin with `$` stand for any value. */
export const pagePaths: readonly string[] = [
  ...globalPaths,
  ...scopedPaths,
  ...[...scopedPaths, ...organizationPaths].map((path) => organizationPath + path),
];

/** @param pattern one of `pagePaths` */
export const isPathOf = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\$\w+/g, "[^/]+")}/?$`).test(path);
export const isPagePath = (path: string): boolean => pagePaths.some((pattern) => isPathOf(pattern, path));
