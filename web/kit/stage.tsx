/** Puts a component on a page of its own, for a test: with styles, English words, and a router around it. */
import "#web/styles.css";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { removeToast } from "./toast.ts";
import { Toasts } from "./toasts.tsx";
import { setLanguage } from "./words.ts";

let root: Root | undefined;

/** Takes down what the last test put up. */
export function strike(): void {
  root?.unmount();
  root = undefined;
  removeToast();
  document.body.replaceChildren();
}

/**
 * @param scene what stands at `/`; at `/elsewhere` there is a heading "Elsewhere"
 * @param at the address to begin with, such as `/?q=ten`
 * @returns the router, whose `state.location` tells where one is
 */
export async function stage(scene: () => ReactNode, at = "/") {
  strike();
  await setLanguage("en", { persist: false });
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Toasts />
      </>
    ),
  });
  const here = createRoute({ getParentRoute: () => rootRoute, path: "/", component: scene });
  const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: "/elsewhere", component: () => <h1>Elsewhere</h1> });
  const router = createRouter({
    routeTree: rootRoute.addChildren([here, elsewhere]),
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
  const place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
  root.render(<RouterProvider router={router as never} />);
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(place, { childList: true, subtree: true });
  });
  return router;
}
