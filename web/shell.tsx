/** The shell of pages (app layout): sidebar, header and page. */
import { lazy, Suspense } from "react";
import { organizations } from "#contract/organizations.ts";
import { useScope, useUser } from "./kit/data/scope.ts";
import { Logo } from "./kit/ui/logo.tsx";
import { useNavGroups } from "./sidebar-navigation.ts";
import { ScopeButton, UserButton } from "./shell-buttons.tsx";
import { ShellFrame } from "./shell-frame.tsx";
import { HelpLink } from "./shell-help.tsx";
import { NotificationsBell } from "./notifications/bell.tsx";
import { SearchButton } from "./search/search-palette.tsx";
import { NavLinks } from "./sidebar-links.tsx";

// If the notices fail to load, the pages work without them.
const Notices = lazy(() => import("./shell-notices.tsx").catch(() => ({ default: () => <></> })));

export const Shell = () => <ShellFrame sidebar={<Sidebar />} notice={<ShellNotice />} />;

function ShellNotice() {
  const { membership, can } = useScope();
  const { termsDue } = useUser();
  if (!membership?.secondFactorDueAt && !termsDue && !can(organizations.update)) return null;
  return (
    <Suspense>
      <Notices />
    </Suspense>
  );
}

function Sidebar() {
  return (
    <div className="flex h-full flex-col gap-3 overflow-y-auto px-3 py-3">
      <div className="flex h-9 shrink-0 items-center gap-2.5 px-2 font-semibold tracking-tight">
        <Logo className="size-6.5" />
        Baseline
      </div>
      <ScopeButton />
      {/* On phones the search and the bell stand in the header. */}
      <div className="flex shrink-0 items-center gap-1 max-lg:hidden">
        <SearchButton className="min-w-0 flex-1" />
        <NotificationsBell />
      </div>
      <NavLinks {...useNavGroups()} />
      <div className="-mt-2 grid shrink-0 grid-cols-[minmax(0,1fr)] gap-1">
        <HelpLink />
        <UserButton />
      </div>
    </div>
  );
}
