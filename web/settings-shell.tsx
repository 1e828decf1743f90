/** The shell of pages about oneself: profile, password, preferences, privacy. */
import { Link } from "@tanstack/react-router";
import { ArrowLeft, KeyRound, ShieldCheck, SlidersHorizontal, UserRound } from "lucide-react";
import { useTranslation } from "./kit/format/translation.ts";
import { UserButton } from "./shell-buttons.tsx";
import { HelpLink } from "./shell-help.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { navLinkClass, NavLinks } from "./sidebar-links.tsx";

export const SettingsShell = () => <ShellFrame sidebar={<Sidebar />} />;

function Sidebar() {
  const t = useTranslation();
  const items = [
    { to: "/settings/profile", label: t("accounts.profile"), icon: UserRound },
    { to: "/settings/preferences", label: t("accounts.preferences"), icon: SlidersHorizontal },
    { to: "/settings/password", label: t("accounts.password"), icon: KeyRound },
    { to: "/settings/privacy", label: t("members.privacy"), icon: ShieldCheck },
  ];
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto px-3 py-3">
      <Link to="/overview" className={`${navLinkClass} h-9 max-lg:mr-12`}>
        <ArrowLeft className="size-4 shrink-0 text-ink-3" aria-hidden />
        {t("accounts.backToApp")}
      </Link>
      <p className="px-2.5 pt-1 text-xs font-medium text-ink-3">{t("accounts.settings")}</p>
      <NavLinks groups={[items]} />
      <div className="mt-auto grid gap-1">
        <HelpLink />
        <UserButton />
      </div>
    </div>
  );
}
