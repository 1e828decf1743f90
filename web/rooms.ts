/** Where the rooms' pages are mounted: in an organization, on the platform, or in both. */
import type { AnyRoute } from "@tanstack/react-router";

/** Pages that show one organization's things below `/organizations/$organizationId`, and everybody's on the platform. */
export const scopedRoutes = (_parent: AnyRoute): AnyRoute[] => [];

/** Pages of the platform alone, such as the list of organizations. */
export const platformRoutes = (_parent: AnyRoute): AnyRoute[] => [];

/** Pages of an organization alone, below `/organizations/$organizationId`, such as its team. */
export const organizationRoutes = (_parent: AnyRoute): AnyRoute[] => [];
