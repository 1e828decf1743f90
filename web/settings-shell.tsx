/** The shell of pages about oneself: profile, preferences, notifications, password, two-step sign-in, privacy, data. */
import { Link } from "@tanstack/react-router";
import {
  ArrowLeft,
  Bell,
  FileUser,
  KeyRound,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  UserRound,
} from "lucide-react";
import { useScope } from "./kit/data/scope.ts";
import { useTranslation } from "./kit/format/translation.ts";
import { TabsBar } from "./kit/ui/tabs-bar.tsx";
import { NotificationsBell } from "./notifications/bell.tsx";
import { UserButton } from "./shell-buttons.tsx";
import { HelpLink } from "./shell-help.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import TermsNotice from "./personal-data/terms-notice.tsx";
import SecondFactorDemand from "./second-factors/demand-notice.tsx";
import { navLinkClass, NavLinks } from "./sidebar-links.tsx";

export const SettingsShell = () => (
  <ShellFrame
    sidebar={<Sidebar />}
    notice={
      <>
        <PhoneTabs />
        <SecondFactorDemand />
        <TermsNotice />
      </>
    }
  />
);

function useLinks() {
  const t = useTranslation();
  return [
    { to: "/settings/profile", label: t("accounts.profile"), icon: UserRound },
    { to: "/settings/preferences", label: t("accounts.preferences"), icon: SlidersHorizontal },
    // Nobody tells anything to a person without an organization.
    ...(useScope().organizationId === ""
      ? []
      : [{ to: "/settings/notifications", label: t("notifications.title"), icon: Bell }]),
    { to: "/settings/password", label: t("accounts.password"), icon: KeyRound },
    { to: "/settings/second-factor", label: t("second-factors.title"), icon: Smartphone },
    { to: "/settings/privacy", label: t("members.privacy"), icon: ShieldCheck },
    { to: "/settings/data", label: t("personal-data.title"), icon: FileUser },
  ];
}

/** The sidebar is closed there. */
function PhoneTabs() {
  const t = useTranslation();
  const links = useLinks();
  return (
    <div className="border-b border-line px-4 lg:hidden">
      <TabsBar label={t("accounts.settings")}>
        {links.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </TabsBar>
    </div>
  );
}

function Sidebar() {
  const t = useTranslation();
  const links = useLinks();
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto px-3 py-3">
      <div className="flex items-center gap-1 max-lg:mr-12">
        <Link to="/overview" className={`${navLinkClass} h-9 min-w-0 flex-1`}>
          <ArrowLeft className="size-4 shrink-0 text-ink-3" aria-hidden />
          {t("accounts.backToApp")}
        </Link>
        <NotificationsBell />
      </div>
      <p className="px-2.5 pt-1 text-xs font-medium text-ink-3">{t("accounts.settings")}</p>
      <NavLinks groups={[links]} foot={[]} />
      <div className="grid gap-1">
        <HelpLink />
        <UserButton />
      </div>
    </div>
  );
}
