/** The frame around every page of the app: the sidebar of the present scope. */
import { Logo } from "./kit/ui/logo.tsx";
import { type Menu, menuGroups } from "./kit/data/modules.ts";
import { isTeamMember, type Scope, useScope } from "./kit/data/scope.ts";
import { useTranslation } from "./kit/format/translation.ts";
import { listNavigation } from "./shell-navigation.ts";
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
      <NavLinks groups={useNavGroups()} />
      <UserButton />
    </div>
  );
}

const findMenu = (scope: Scope): Menu => {
  if (scope.organizationId === "") return "newcomer";
  if (!isTeamMember(scope)) return "member";
  return scope.isPlatform ? "platform" : "team";
};

/** The entries that the reader may open in the present scope. */
function useNavGroups(): NavItem[][] {
  const t = useTranslation();
  const scope = useScope();
  const { can, path: pathInScope } = scope;
  return menuGroups.map((group) =>
    listNavigation(findMenu(scope), group)
      .filter(({ permission }) => permission === undefined || can(permission))
      .map(({ path, isGlobal, label, icon, alsoCurrentAt = [] }) => ({
        to: isGlobal ? path : pathInScope(path),
        label: t(label as "overview.title"),
        icon,
        alsoCurrentAt: alsoCurrentAt.flatMap((place) => [place, pathInScope(place)]),
      })),
  );
}
