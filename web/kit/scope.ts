/** Whose things the pages show, an organization's or the whole platform's (`all`), and what one may do there. */
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { createContext, useContext, useMemo } from "react";
import { accounts, type User } from "#contract/accounts.ts";
import type { Endpoint } from "#contract/kit.ts";
import { members, type OrganizationMin } from "#contract/members.ts";
import type { Permission } from "#contract/permissions.ts";
import { read } from "./api.ts";
import { queryClient } from "./query.ts";

/** What the routes around a page say about it; see `web/guards.ts`. */
export interface ScopeContext {
  /** An organization's id, `all`, or an empty text for a person without any organization. */
  organizationId: string;
}

export interface Scope extends ScopeContext {
  /** Every organization's things: `organizationId` is `all`. */
  isPlatform: boolean;
  /** Name, roles and permissions here; undefined for a person without any organization. */
  min: OrganizationMin | undefined;
  /** Whether one holds a permission, or the one that an endpoint demands. */
  can: (what: Permission | Endpoint) => boolean;
  /** Where a page is in this scope: `path("/facilities")` → `/organizations/…/facilities`, or `/facilities` on the platform. */
  path: (rest: string) => string;
}

export const platform = "all";
const storageKey = "current-organization";

export const rememberedScope = (): string | null => localStorage.getItem(storageKey);
export function rememberScope(organizationId: string): void {
  // Said with each step one takes, and to write takes longer than to read.
  if (rememberedScope() !== organizationId) localStorage.setItem(storageKey, organizationId);
}
export const forgetScope = (): void => localStorage.removeItem(storageKey);

/** The query of the person signed in. */
export const userQuery = () => read(accounts.user, undefined, { quiet: true });
/** The query of one's roles and permissions in an organization, or on the platform. */
export const minQuery = (organizationId: string) => read(members.min, { params: { organizationId } }, { quiet: true });

/** The person signed in, at once if known. Throws where nobody is. */
export const loadUser = async (): Promise<User> =>
  (await queryClient.ensureQueryData({ ...userQuery(), revalidateIfStale: true })).data;

/** Roles and permissions, known ones at once. Throws where one does not belong. */
export const loadMin = async (organizationId: string): Promise<OrganizationMin> =>
  (await queryClient.ensureQueryData({ ...minQuery(organizationId), revalidateIfStale: true })).data;

/** The person signed in, in a component. Only below the signed-in layout. */
export const useUser = (): User => useSuspenseQuery(userQuery()).data.data;

/** Where a page is in a scope. */
export const scopePath = (organizationId: string, rest: string): string =>
  organizationId === platform || organizationId === "" ? rest : `/organizations/${organizationId}${rest}`;

/**
 * Whether one works here, and does not only book; on the platform one does. Administrators of the platform work in every
 * organization, also where they have no role.
 */
export const isTeam = ({ isPlatform, min }: Scope): boolean =>
  isPlatform || (min !== undefined && (min.roles.length === 0 || min.roles.some(({ type }) => type === "admin")));

const scopeOf = (organizationId: string, min: OrganizationMin | undefined): Scope => ({
  organizationId,
  isPlatform: organizationId === platform,
  min,
  can: (what) => min?.permissions.includes(typeof what === "string" ? what : what.allow) ?? false,
  path: (rest) => scopePath(organizationId, rest),
});

/** What `useScope` tells: known once for all parts of a page, of which dozens ask. Given around every page behind the login. */
export const ScopeGiven = createContext(scopeOf("", undefined));

/** The scope of the page that is open, for who gives it. */
export function useScopeOfPage(): Scope {
  const organizationId = useRouterState({
    select: ({ matches }) =>
      matches
        .map(({ context }) => (context as Partial<ScopeContext>).organizationId)
        .findLast((known) => known !== undefined) ?? "",
  });
  const min = useQuery({ ...minQuery(organizationId), enabled: organizationId !== "" }).data?.data;
  return useMemo(() => scopeOf(organizationId, min), [organizationId, min]);
}

/** The scope of the page that is open. */
export const useScope = (): Scope => useContext(ScopeGiven);
