/** The scope of a page, an organization or the whole platform (`all`), and the person's permissions in it. */
import { storageKeys } from "#contract/personal-data.ts";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { createContext, useContext, useMemo } from "react";
import { accounts, type User } from "#contract/accounts.ts";
import type { Endpoint } from "#contract/kit.ts";
import { members, type OrganizationMin } from "#contract/members.ts";
import type { Permission } from "#contract/permissions.ts";
import { endpointQuery } from "./api.ts";
import { queryClient } from "./query-client.ts";

export interface RouteScope {
  /** An organization's id, `all`, or an empty text for a person without any organization. */
  organizationId: string;
}

export interface Scope extends RouteScope {
  isPlatform: boolean;
  /** Undefined for a person without any organization. */
  membership: OrganizationMin | undefined;
  can: (what: Permission | Endpoint) => boolean;
  /** `/facilities` → `/organizations/…/facilities`, or `/facilities` on the platform. */
  path: (rest: string) => string;
}

export const platformScopeId = "all";
const storageKey = storageKeys.organization;

export const readRememberedScope = (): string | null => localStorage.getItem(storageKey);
export function rememberScope(organizationId: string): void {
  // Every navigation calls this, and writing takes longer than reading.
  if (readRememberedScope() !== organizationId) localStorage.setItem(storageKey, organizationId);
}
export const forgetScope = (): void => localStorage.removeItem(storageKey);

export const userQuery = () => endpointQuery(accounts.user, undefined, { quiet: true });
export const membershipQuery = (organizationId: string) =>
  endpointQuery(members.min, { params: { organizationId } }, { quiet: true });

export const loadUser = async (): Promise<User> =>
  (await queryClient.ensureQueryData({ ...userQuery(), revalidateIfStale: true })).data;

export const loadMembership = async (organizationId: string): Promise<OrganizationMin> =>
  (await queryClient.ensureQueryData({ ...membershipQuery(organizationId), revalidateIfStale: true })).data;

/** Works only below `AuthenticatedLayout`. */
export const useUser = (): User => useSuspenseQuery(userQuery()).data.data;

export const scopePath = (organizationId: string, rest: string): string =>
  organizationId === platformScopeId || organizationId === "" ? rest : `/organizations/${organizationId}${rest}`;

/** Platform administrators belong to every team, also without a role. */
export const isTeamMember = ({ isPlatform, membership }: Pick<Scope, "isPlatform" | "membership">): boolean =>
  isPlatform ||
  (membership !== undefined &&
    (membership.roles.length === 0 || membership.roles.some(({ type }) => type === "admin")));

const createScope = (organizationId: string, membership: OrganizationMin | undefined): Scope => ({
  organizationId,
  isPlatform: organizationId === platformScopeId,
  membership,
  can: (what) => membership?.permissions.includes(typeof what === "string" ? what : what.allow) ?? false,
  path: (rest) => scopePath(organizationId, rest),
});

/** Computed once per page, because dozens of components read it through `useScope`. */
export const CurrentScopeContext = createContext(createScope("", undefined));

export function useRouteScope(): Scope {
  const organizationId = useRouterState({
    select: ({ matches }) =>
      matches
        .map(({ context }) => (context as Partial<RouteScope>).organizationId)
        .findLast((known) => known !== undefined) ?? "",
  });
  const membership = useQuery({ ...membershipQuery(organizationId), enabled: organizationId !== "" }).data?.data;
  return useMemo(() => createScope(organizationId, membership), [organizationId, membership]);
}

export const useScope = (): Scope => useContext(CurrentScopeContext);
