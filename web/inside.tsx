import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryClient } from "#web/kit/query.ts";
import { ScopeGiven, useScopeOfPage } from "#web/kit/scope.ts";

/** Around every page behind the login: the cache, and whose things the pages show. */
export const Inside = () => (
  <QueryClientProvider client={queryClient}>
    <Scoped>
      <Outlet />
    </Scoped>
  </QueryClientProvider>
);

const Scoped = ({ children }: { children: ReactNode }) => <ScopeGiven value={useScopeOfPage()}>{children}</ScopeGiven>;
