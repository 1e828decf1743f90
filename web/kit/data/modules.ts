/** The type of the modules' manifests (`module.ts`), and their registry. */
import type { AnyRoute } from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { Permission } from "#contract/permissions.ts";
import type { NavigationIcon } from "#web/kit/ui/navigation-icons.ts";
import type { MessageKey } from "#messages/keys.ts";

/** `newcomer` is the sidebar of people without any organization. */
export type Menu = "team" | "member" | "platform" | "newcomer";
/** Entries in the foot stay in sight, however many links there are. */
export const menuGroups = ["schedule", "venues", "people", "money", "administration", "foot"] as const;
export type MenuGroup = (typeof menuGroups)[number];

export interface NavigationEntry {
  label: MessageKey;
  icon: NavigationIcon;
  path: string;
  isGlobal?: boolean;
  /** Other pages that mark the entry as current. */
  alsoCurrentAt?: readonly string[];
  permission?: Permission;
  menus: Partial<Record<Menu, readonly [group: MenuGroup, position: number]>>;
  /** On the bar that members have at the bottom of telephones. */
  bar?: { label: MessageKey; position: number };
  /** Number of things to do, at the end of the entry; loaded after the sidebar. */
  count?: () => Promise<ComponentType>;
}

/** Something to do that the search offers by its name, such as creating. */
export interface ModuleAction {
  label: MessageKey;
  path: string;
  search?: Readonly<Record<string, string>>;
  /** An action that concerns oneself: outside of organizations, and without a permission. */
  isGlobal?: boolean;
  permission?: Permission;
}

export type RoutePoint =
  | "root"
  | "public"
  | "guest"
  | "unverified"
  | "account"
  | "personal"
  | "platform"
  | "organization"
  | "scoped"
  | "organization-settings"
  | "organization-money"
  | "facility"
  | "field"
  | "field-calendar"
  | "event"
  | "event-payments"
  | "event-players"
  | "event-access-code"
  | "booking"
  | "events-list";

export type RoutesAt = (point: RoutePoint) => (parent: AnyRoute) => AnyRoute[];

/** A chosen row of the list of events, as far as actions of other modules need it. */
export interface ChosenEvent {
  id: string;
  status: string;
  paymentStatus: string;
  customer: object | null;
}
export type ChosenEventsAction = ComponentType<{ events: readonly ChosenEvent[] }>;

/** @param props.back the page to open then */
export type SignInOption = ComponentType<{ back: string | undefined }>;

/** It writes `tillId` of the form it stands in. */
export interface DeskFieldProps {
  /** A refund has that of its payment; a payment has it in its form. */
  method?: string;
  /** Those of the bookings that the money is for; null for what is no booking, which any till takes. */
  facilityIds: readonly string[] | null;
}

export interface VoucherActionProps {
  organizationId: string;
  voucherId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  /** Local date. */
  takeBackUntil: string;
}
export interface PackActionProps {
  organizationId: string;
  packId: string;
  name: string;
  unit: "count" | "minutes";
}

export interface SubscriptionActionProps {
  organizationId: string;
  subscriptionId: string;
  name: string;
}

export interface WebModule {
  /** The module's folder, its contract and the first part of its query names. */
  name: string;
  navigation?: readonly NavigationEntry[];
  routes?: Partial<Record<RoutePoint, (parent: AnyRoute, routesAt: RoutesAt) => AnyRoute[]>>;
  actions?: readonly ModuleAction[];
  /** Another way to sign in, below the login; loaded with its page. */
  signInOption?: () => Promise<{ default: SignInOption }>;
  /** A button for the events chosen in their list (bulk action); loaded with the bar. */
  chosenEventsAction?: () => Promise<ChosenEventsAction>;
  /** In forms of payments and refunds at the desk; loaded with them. */
  deskField?: () => Promise<{ default: ComponentType<DeskFieldProps> }>;
  /** A button below a pack of a customer; loaded with it. */
  /** A button on the page of a gift voucher that can be taken back; loaded with it. */
  voucherAction?: () => Promise<{ default: ComponentType<VoucherActionProps> }>;
  packAction?: () => Promise<{ default: ComponentType<PackActionProps> }>;
  /** A button below a membership of a customer; loaded with it. */
  subscriptionAction?: () => Promise<{ default: ComponentType<SubscriptionActionProps> }>;
  /** Above one's own payments; loaded with them. */
  ownPaymentsPart?: () => Promise<{ default: ComponentType }>;
  /** Above the planning of the team; loaded after it. */
  planningNotice?: () => Promise<{ default: ComponentType }>;
  /** Data of other modules in this module's queries, which are invalidated with it. */
  includesDataOf?: readonly ("events" | "money")[];
}

let registered: readonly WebModule[] = [];

export function registerModules(modules: readonly WebModule[]): void {
  registered = modules;
}

export const listModules = (): readonly WebModule[] => registered;
