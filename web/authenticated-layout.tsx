/** Layout of all pages that need a session: query cache and current scope. */
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryClient } from "./kit/data/query-client.ts";
import { CurrentScopeContext, useRouteScope } from "./kit/data/scope.ts";

export const AuthenticatedLayout = () => (
  <QueryClientProvider client={queryClient}>
    <RouteScopeProvider>
      <Outlet />
    </RouteScopeProvider>
  </QueryClientProvider>
);

const RouteScopeProvider = ({ children }: { children: ReactNode }) => (
  <CurrentScopeContext value={useRouteScope()}>{children}</CurrentScopeContext>
);
