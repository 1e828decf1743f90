/** The frame around every page of the app: the sidebar of the present scope. */
import {
  Building2,
  CalendarDays,
  CalendarOff,
  CalendarRange,
  Clock,
  CreditCard,
  FileText,
  History,
  LayoutDashboard,
  Settings,
  ShieldCheck,
  Tags,
  Ticket,
  UserCheck,
  Users,
} from "lucide-react";
import { accounts } from "#contract/accounts.ts";
import { activity } from "#contract/activity.ts";
import { members } from "#contract/members.ts";
import { organizations as promised } from "#contract/organizations.ts";
import { CourtIcon, FacilityIcon } from "#web/kit/icons.tsx";
import { Logo } from "#web/kit/logo.tsx";
import { isTeam, useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { ScopeButton, UserButton } from "./shell-buttons.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { type NavItem, NavLinks } from "./shell-links.tsx";

export const Shell = () => <ShellFrame sidebar={<Sidebar />} />;

function Sidebar() {
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto px-3 py-3">
      <div className="flex h-9 shrink-0 items-center gap-2.5 px-2 font-semibold tracking-tight">
        <Logo className="size-6.5" />
        Baseline
      </div>
      <ScopeButton />
      <NavLinks groups={useGroups()} />
      <UserButton />
    </div>
  );
}

/** What one may see in the present scope, and nothing that leads nowhere. */
function useGroups(): NavItem[][] {
  const t = useWords();
  const scope = useScope();
  const { can, path, isPlatform, organizationId } = scope;
  const overview = {
    to: "/overview",
    label: t("overview.title"),
    icon: LayoutDashboard,
    also: [path("/overview"), path("/edit")],
  };
  const organizations = { to: "/organizations", label: t("organizations.title"), icon: Building2 };
  const facilities = { to: path("/facilities"), label: t("facilities.title"), icon: FacilityIcon };
  const fields = { to: path("/fields"), label: t("fields.title"), icon: CourtIcon };
  const hours = { to: path("/opening-hours"), label: t("hours.title"), icon: Clock };
  const closures = { to: path("/closures"), label: t("hours.closures"), icon: CalendarOff };
  const prices = { to: path("/prices"), label: t("prices.title"), icon: Tags };
  const events = {
    to: path("/events"),
    label: t("events.title"),
    icon: CalendarDays,
    also: [path("/series")],
  };
  const payments = { to: path("/payments"), label: t("payments.title"), icon: CreditCard };
  const invoices = { to: path("/invoices"), label: t("invoices.title"), icon: FileText };
  const planning = { to: path("/planning"), label: t("planning.title"), icon: CalendarRange };
  const customers = { to: path("/users"), label: t("members.customers"), icon: UserCheck };
  const team = { to: path("/team-users"), label: t("members.team"), icon: Users };
  const roles = { to: path("/roles"), label: t("members.roles"), icon: ShieldCheck };
  const log = { to: path("/activity"), label: t("activity.title"), icon: History };
  const settings = { to: path("/settings"), label: t("organizations.settings"), icon: Settings };
  const users = { to: "/users", label: t("members.users"), icon: Users };
  const shown = (permission: Parameters<typeof can>[0], item: NavItem) => (can(permission) ? [item] : []);
  const bookings = { to: "/my-bookings", label: t("overview.mine"), icon: Ticket, also: ["/my-payments"] };
  if (organizationId === "") return [[overview]];
  if (!isTeam(scope)) return [[overview, ...shown("events.show", planning), bookings]];
  if (isPlatform) {
    return [
      [overview],
      [
        ...shown("organizations.show", organizations),
        ...shown("facilities.show", facilities),
        ...shown("fields.show", fields),
        ...shown("events.show", events),
      ],
      [...shown(accounts.users, users), ...shown("payments.show", payments)],
    ];
  }
  return [
    [overview, ...shown("events.show", planning), ...shown("events.show", events)],
    [
      ...shown("facilities.show", facilities),
      ...shown("fields.show", fields),
      ...shown("patterns.manage", hours),
      ...shown("patterns.manage", closures),
      ...shown("patterns.manage", prices),
    ],
    [...shown(members.list, customers), ...shown(members.list, team), ...shown(members.roles, roles)],
    [...shown("payments.show", payments), ...shown("invoices.show", invoices)],
    [...shown(activity.list, log), ...shown(promised.update, settings)],
  ];
}
