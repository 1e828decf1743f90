/**
 * Buttons of the sidebar, with the number of open invitations (badge), that open the menus of the person and of the
 * organizations, loaded on first use.
 */
import { useQuery } from "@tanstack/react-query";
import { Building2, ChevronsUpDown, Globe } from "lucide-react";
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react";
import { members } from "#contract/members.ts";
import { organizations } from "#contract/organizations.ts";
import { endpointQuery } from "./kit/data/api.ts";
import { Avatar } from "./kit/ui/avatar.tsx";
import { cx } from "./kit/ui/cx.ts";
import { loadWithToast } from "./kit/render/load-with-toast.ts";
import { useScope, useUser } from "./kit/data/scope.ts";
import { useTranslation } from "./kit/format/translation.ts";

const loadUserMenu = () => import("./shell-user-menu.tsx");
const loadScopeMenu = () => import("./shell-scope-menu.tsx");
const UserMenu = lazy(loadUserMenu);
const ScopeMenu = lazy(loadScopeMenu);

interface LazyMenuButtonProps {
  load: () => Promise<unknown>;
  button: (props: ComponentProps<"button">) => ReactNode;
  menu: ReactNode;
}

/** Loads the menu on the first click, and then replaces the button by the same one with the menu open. */
function LazyMenuButton({ load, button, menu }: LazyMenuButtonProps) {
  const [wanted, setWanted] = useState(false);
  // Ignore errors of preloading: a click tries again and shows them.
  const warm = () => void load().catch(() => {});
  const shown = button({
    onPointerEnter: warm,
    onFocus: warm,
    onClick: () => void loadWithToast(load).then(setWanted),
    "aria-expanded": wanted,
  });
  return wanted ? <Suspense fallback={shown}>{menu}</Suspense> : shown;
}

export const useInvitationCount = (): number =>
  useQuery(endpointQuery(members.invitations, undefined, { quiet: true })).data?.data.length ?? 0;

/** Hidden from screen readers, since labels contain the count. */
export const CountBadge = ({ of }: { of: number }) =>
  of > 0 && (
    <span
      aria-hidden
      className="grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-full bg-accent px-1.25 text-2xs font-semibold text-on-accent tnum"
    >
      {of}
    </span>
  );

function UserTrigger({ className, ...props }: ComponentProps<"button">) {
  const t = useTranslation();
  const user = useUser();
  const invitations = useInvitationCount();
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...props}
      className={cx(
        "flex w-full items-center gap-2.5 rounded-lg p-2 text-left outline-offset-0 transition-colors hover:bg-hover data-[state=open]:bg-active",
        className,
      )}
    >
      <Avatar name={user.fullName} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{t("general.account")}</span>{" "}
        <span className="block truncate text-13 font-medium">{user.fullName}</span>{" "}
        <span className="block truncate text-xs text-ink-3" title={user.email}>
          {user.email}
        </span>
        {invitations > 0 && <span className="sr-only">, {t("overview.openInvitations", { count: invitations })}</span>}
      </span>
      <CountBadge of={invitations} />
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-3" aria-hidden />
    </button>
  );
}

export const UserButton = () => (
  <LazyMenuButton
    load={loadUserMenu}
    button={(props) => <UserTrigger {...props} />}
    menu={<UserMenu trigger={<UserTrigger />} />}
  />
);

const scopeButtonClass =
  "flex shrink-0 h-9 w-full items-center gap-2 rounded-md border border-line-strong/70 bg-surface px-2.5 text-left text-13 font-medium shadow-xs pointer-coarse:h-11";

function ScopeName() {
  const t = useTranslation();
  const { isPlatform, membership: min } = useScope();
  const Icon = isPlatform ? Globe : Building2;
  return (
    <>
      <Icon className="size-4 shrink-0 text-accent-ink" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{isPlatform ? t("members.everywhere") : min?.name}</span>
    </>
  );
}

function ScopeTrigger({ className, ...props }: ComponentProps<"button">) {
  const t = useTranslation();
  const { isPlatform, membership: min } = useScope();
  const name = isPlatform ? t("members.everywhere") : (min?.name ?? "");
  return (
    <button
      type="button"
      aria-label={`${name}: ${t("general.switchScope")}`}
      aria-haspopup="dialog"
      {...props}
      className={cx(
        scopeButtonClass,
        "transition-colors hover:border-line-strong data-[state=open]:border-line-strong",
        className,
      )}
    >
      <ScopeName />
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-3" aria-hidden />
    </button>
  );
}

export function ScopeButton() {
  const { organizationId } = useScope();
  const { platformAdmin } = useUser();
  const own = useQuery(endpointQuery(organizations.search, { query: {} }, { quiet: true })).data?.data;
  if (organizationId === "") return null;
  if (!platformAdmin && (own?.length ?? 0) < 2) {
    return (
      <p className={scopeButtonClass}>
        <ScopeName />
      </p>
    );
  }
  return (
    <LazyMenuButton
      load={loadScopeMenu}
      button={(props) => <ScopeTrigger {...props} />}
      menu={<ScopeMenu trigger={<ScopeTrigger />} />}
    />
  );
}
