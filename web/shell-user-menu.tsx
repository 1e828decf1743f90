/** Menu of the person: invitations, settings, sign-out (logout). */
import { Link } from "@tanstack/react-router";
import { LogOut, Mail, Settings } from "lucide-react";
import * as DropdownMenu from "radix-ui/dropdown-menu";
import type { ReactNode } from "react";
import { useTranslation } from "./kit/format/translation.ts";
import { CountBadge, useInvitationCount } from "./shell-buttons.tsx";

const menuItemClass =
  "flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 text-13 outline-none data-highlighted:bg-hover pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-ink-3";

/** `UserButton` loads the menu on a click, so it starts open. */
export default function UserMenu({ trigger }: { trigger: ReactNode }) {
  const t = useTranslation();
  const invitations = useInvitationCount();
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="start"
          sideOffset={6}
          className="z-50 w-(--radix-dropdown-menu-trigger-width) rounded-lg bg-raised p-1 shadow-pop data-[state=open]:animate-pop-in"
        >
          <DropdownMenu.Item asChild className={menuItemClass}>
            <Link to="/invitations">
              <Mail aria-hidden />
              <span className="flex-1">{t("overview.invitations")}</span>
              {invitations > 0 && <span className="sr-only">{invitations}</span>}
              <CountBadge of={invitations} />
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild className={menuItemClass}>
            <Link to="/settings/profile">
              <Settings aria-hidden />
              {t("accounts.settings")}
            </Link>
          </DropdownMenu.Item>
          <DropdownMenu.Item asChild className={menuItemClass}>
            <Link to="/auth/logout" preload={false}>
              <LogOut aria-hidden />
              {t("accounts.logout")}
            </Link>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
