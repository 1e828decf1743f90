/** The web's manifests (`module.ts` of each module): their types, and the registry of modules. */
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
  /** Permission that the entry needs. */
  permission?: Permission;
  /** The sidebars that have the entry: the group, and the position in it. */
  menus: Partial<Record<Menu, readonly [group: MenuGroup, position: number]>>;
}

export type RoutePoint =
  | "root"
  /** For visitors who are not signed in. */
  | "public"
  | "unverified"
  | "account"
  /** One's own pages, without a scope in their address. */
  | "personal"
  | "platform"
  | "organization"
  /** In an organization and on the platform alike. */
  | "scoped"
  | "organization-settings"
  | "facility"
  | "field"
  | "event"
  | "event-payments";

export type RoutesAt = (point: RoutePoint) => (parent: AnyRoute) => AnyRoute[];

export interface ActivityReference {
  act: string;
  subjectId: string;
  after: Readonly<Record<string, unknown>> | null;
}

export interface ActivityTexts {
  subject: MessageKey;
  /** Path of the subject below the organization; `/events/$id` when left out, undefined where it has no page. */
  path?: (entry: ActivityReference) => string | undefined;
  /** Labels of members, by name; without one the label is `<module>.<member>`. */
  partLabels?: Readonly<Record<string, MessageKey>>;
  /** Labels of enumerated values, by member. */
  valueLabels?: Readonly<Record<string, Readonly<Record<string, MessageKey>>>>;
}

export interface WebModule {
  /** Name of the module: its folder, its contract and the first part of its queries' names. */
  name: string;
  navigation?: readonly NavigationEntry[];
  routes?: Partial<Record<RoutePoint, (parent: AnyRoute, routesAt: RoutesAt) => AnyRoute[]>>;
  /** Texts of its activity entries; null shows what an entry holds, without a filter for them. */
  activity?: ActivityTexts | null;
  /** Data of other modules in its queries: they are invalidated when that changes. */
  includesDataOf?: readonly ("events" | "money")[];
}

let registered: readonly WebModule[] = [];

export function registerModules(modules: readonly WebModule[]): void {
  registered = modules;
}

export const listModules = (): readonly WebModule[] => registered;
