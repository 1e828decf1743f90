/** Layout of all pages that need a session: query cache and current scope. */
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useLayoutEffect } from "react";
import type { OrganizationMin } from "#contract/members.ts";
import { queryClient } from "./kit/data/query-client.ts";
import { CurrentScopeContext, useRouteScope } from "./kit/data/scope.ts";

export const AuthenticatedLayout = () => (
  <QueryClientProvider client={queryClient}>
    <RouteScopeProvider>
      <Outlet />
    </RouteScopeProvider>
  </QueryClientProvider>
);

function RouteScopeProvider({ children }: { children: ReactNode }) {
  const scope = useRouteScope();
  useAccent(scope.membership?.accent);
  return <CurrentScopeContext value={scope}>{children}</CurrentScopeContext>;
}

/** Members see the app in the colour of their club. */
function useAccent(accent: OrganizationMin["accent"] | undefined): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    for (const [token, color] of Object.entries(accent ?? {})) style.setProperty(token, color);
    return () => {
      for (const token of Object.keys(accent ?? {})) style.removeProperty(token);
    };
  }, [accent]);
}
