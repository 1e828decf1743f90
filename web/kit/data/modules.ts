/** Types of the manifests in `module.ts`, and the modules of the web. */
import type { AnyRoute } from "@tanstack/react-router";
import type { ComponentType, SVGProps } from "react";
import type { Permission } from "#contract/permissions.ts";
import type { MessageKey } from "#messages/keys.ts";

/** The sidebars: of the team in an organization, of its members, of the platform, and of people without any organization. */
export type Menu = "team" | "member" | "platform" | "newcomer";
/** The groups of a sidebar, in their order; a little space parts them. */
export const menuGroups = ["schedule", "venues", "people", "money", "administration"] as const;
export type MenuGroup = (typeof menuGroups)[number];

export interface NavigationEntry {
  label: MessageKey;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** Below the address of the scope. */
  path: string;
  /** The path is the same in every scope. */
  isGlobal?: boolean;
  /** Pages that belong to the entry though their address is another one, below the scope or global. */
  alsoCurrentAt?: readonly string[];
  /** Nobody without it sees the entry. */
  permission?: Permission;
  /** The sidebars that have the entry: the group, and the position in it. */
  menus: Partial<Record<Menu, readonly [group: MenuGroup, position: number]>>;
}

/** Mount points of pages: a scope, or a page of another module. */
export type RoutePoint =
  /** Without a frame. */
  | "root"
  /** For visitors who are not signed in. */
  | "public"
  | "unverified"
  /** The settings of one's account. */
  | "account"
  /** One's own pages, without a scope in their address. */
  | "personal"
  | "platform"
  /** Below `/organizations/$organizationId`. */
  | "organization"
  /** In an organization and on the platform alike. */
  | "scoped"
  | "organization-settings"
  | "facility"
  | "field"
  | "event"
  | "event-payments";

/** Makes the routes of all modules at a point. */
export type RoutesAt = (point: RoutePoint) => (parent: AnyRoute) => AnyRoute[];

/** Subject of an activity entry. */
export interface ActivityReference {
  act: string;
  subjectId: string;
  after: Readonly<Record<string, unknown>> | null;
}

export interface ActivityTexts {
  /** Label of the subject among the filters. */
  subject: MessageKey;
  /** Path of the subject below the organization; `/events/$id` when left out, undefined where it has no page. */
  path?: (entry: ActivityReference) => string | undefined;
  /** Members of a thing that are not called `events.member`. */
  partLabels?: Readonly<Record<string, MessageKey>>;
  /** Members whose values are of an enumeration. */
  valueLabels?: Readonly<Record<string, Readonly<Record<string, MessageKey>>>>;
}

export interface WebModule {
  /** As the contract, the folder and the first part of every query's name have it. */
  name: string;
  navigation?: readonly NavigationEntry[];
  /** The pages, loaded when they are opened. */
  routes?: Partial<Record<RoutePoint, (parent: AnyRoute, routesAt: RoutesAt) => AnyRoute[]>>;
  /** How the activity shows its entries; null: by what they hold, and without a filter for them. */
  activity?: ActivityTexts | null;
  /** Data of other modules in its queries: they are invalidated when that changes. */
  includesDataOf?: readonly ("events" | "money")[];
}

let registered: readonly WebModule[] = [];

/** Makes the modules known to what serves all of them, as the activity and the cache do. */
export function registerModules(modules: readonly WebModule[]): void {
  registered = modules;
}

/** The modules in the order of the layers. */
export const listModules = (): readonly WebModule[] => registered;
