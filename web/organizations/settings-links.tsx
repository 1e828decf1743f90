/** Leads to the settings that have a page of their own. */
import { Link } from "@tanstack/react-router";
import {
  Banknote,
  CalendarClock,
  Clock,
  Globe,
  IdCard,
  type LucideIcon,
  MessageSquare,
  PackageOpen,
  PackagePlus,
  Palette,
  Scale,
  Tags,
  Ticket,
  TicketPercent,
} from "lucide-react";
import { useId } from "react";
import type { Permission } from "#contract/permissions.ts";
import type { MessageKey } from "#messages/keys.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

interface SettingsLink {
  to: `/settings/${string}`;
  icon: LucideIcon;
  label: MessageKey;
  permission?: Permission;
}
interface LinkGroup {
  title: MessageKey;
  links: readonly SettingsLink[];
}

const groups: readonly LinkGroup[] = [
  {
    title: "organizations.bookings",
    links: [
      { to: "/settings/rules", icon: Scale, label: "organizations.rules" },
      { to: "/settings/time-windows", icon: Clock, label: "organizations.timeWindows", permission: "patterns.manage" },
      { to: "/settings/extras", icon: PackagePlus, label: "extras.title", permission: "products.manage" },
    ],
  },
  {
    title: "organizations.sales",
    links: [
      { to: "/settings/products", icon: Tags, label: "products.title", permission: "products.manage" },
      { to: "/settings/memberships", icon: IdCard, label: "subscriptions.title", permission: "products.manage" },
      { to: "/settings/packs", icon: Ticket, label: "packs.title", permission: "products.manage" },
      { to: "/settings/promo-codes", icon: TicketPercent, label: "promo-codes.title", permission: "products.manage" },
      { to: "/settings/tills", icon: Banknote, label: "tills.title" },
    ],
  },
  {
    title: "organizations.clubAndMessages",
    links: [
      { to: "/settings/page", icon: Globe, label: "organizations.publicPage" },
      { to: "/settings/looks", icon: Palette, label: "organizations.looks" },
      { to: "/settings/sms", icon: MessageSquare, label: "sms.title" },
      { to: "/settings/retention", icon: CalendarClock, label: "organizations.retention" },
      { to: "/settings/copy", icon: PackageOpen, label: "organizations.moving", permission: "organizations.delete" },
    ],
  },
];

export function SettingsLinks() {
  const t = useTranslation();
  const { can } = useScope();
  const mayOpen = ({ permission }: SettingsLink) => permission === undefined || can(permission);
  return (
    <nav aria-label={t("organizations.furtherSettings")} className="grid gap-x-6 gap-y-5 lg:grid-cols-3">
      {groups.map(({ title, links }) => (
        <LinkList key={title} title={t(title)} links={links.filter(mayOpen)} />
      ))}
    </nav>
  );
}

function LinkList({ title, links }: { title: string; links: readonly SettingsLink[] }) {
  const t = useTranslation();
  const { path } = useScope();
  const id = useId();
  if (links.length === 0) return null;
  return (
    <div>
      <h2 id={id} className="mb-2 text-13 font-medium text-ink-3">
        {title}
      </h2>
      <ul aria-labelledby={id} className="grid grid-cols-2 gap-2 lg:grid-cols-1 lg:gap-1.5">
        {links.map(({ to, icon: Icon, label }) => (
          <li key={to}>
            <Link
              to={path(to)}
              className="flex h-full min-h-9 items-center gap-2 rounded-lg border border-line bg-raised px-3 py-1.5 text-13 font-medium transition-colors hover:bg-hover pointer-coarse:min-h-11"
            >
              <Icon className="size-4 shrink-0 text-ink-3" aria-hidden />
              <span className="min-w-0 [overflow-wrap:anywhere]">{t(label)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
