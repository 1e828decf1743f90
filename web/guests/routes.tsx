import { type AnyRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";

/** Without the picture of the sign-in pages: guests are customers of a club, not of the product. */
export function guestRoutes(parent: AnyRoute): AnyRoute[] {
  const layout = createRoute({
    getParentRoute: () => parent,
    id: "guests",
    component: lazyRouteComponent(() => import("#web/accounts/public-layout.tsx"), "PublicColumn"),
  });
  const pages = ["/book/$slug", "/b/$secret"].map((path) =>
    createRoute({
      getParentRoute: () => layout,
      path,
      component: lazyRouteComponent(() => import("./pages.tsx"), "GuestPage"),
    }),
  );
  return [layout.addChildren(pages)];
}
