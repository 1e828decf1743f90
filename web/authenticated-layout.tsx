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

function RouteScopeProvider({ children }: { children: ReactNode }) {
  const scope = useRouteScope();
  return (
    <CurrentScopeContext value={scope}>
      <style>{scope.membership?.accentStyle}</style>
      {children}
    </CurrentScopeContext>
  );
}
