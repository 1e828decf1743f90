import "#web/styles.css";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cleanup as unmountAll, render } from "vitest-browser-react";
import { removeToast } from "#web/kit/ui/toast-store.ts";
import { Toasts } from "#web/kit/ui/toasts.tsx";
import { setLanguage } from "#web/kit/format/translation.ts";

export async function cleanup(): Promise<void> {
  await unmountAll();
  removeToast();
  document.body.replaceChildren();
}

/** @param Component is rendered at `/`; `/elsewhere` has a heading "Elsewhere" */
export async function renderInApp(Component: () => ReactNode, at = "/") {
  await cleanup();
  await setLanguage("en", { persist: false });
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Toasts />
      </>
    ),
  });
  const home = createRoute({ getParentRoute: () => rootRoute, path: "/", component: Component });
  const elsewhere = createRoute({
    getParentRoute: () => rootRoute,
    path: "/elsewhere",
    component: () => <h1>Elsewhere</h1>,
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([home, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(
        Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
      ).toString();
      return text && `?${text}`;
    },
  });
  await router.load();
  await render(<RouterProvider router={router as never} />);
  return router;
}
