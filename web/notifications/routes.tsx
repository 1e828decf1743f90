import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

/** The page parses its search, which keeps the first bundle small. */
export const notificationRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/notifications",
    component: lazyRouteComponent(() => import("./notifications-page.tsx"), "NotificationsPage"),
  }),
];

export const notificationSettingsRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/settings/notifications",
    component: lazyRouteComponent(() => import("./notification-settings-page.tsx"), "NotificationSettingsPage"),
  }),
];

export const unsubscribeRoutes = (parent: AnyRoute): AnyRoute[] => [
  createRoute({
    getParentRoute: () => parent,
    path: "/unsubscribe/$secret",
    component: lazyRouteComponent(() => import("./unsubscribe-page.tsx"), "UnsubscribePage"),
  }),
];
