/** Menu that switches between organizations and the platform (organization switcher). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Building2, Check, Globe, Search } from "lucide-react";
import * as Popover from "radix-ui/popover";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { organizations } from "#contract/organizations.ts";
import type { Permission } from "#contract/permissions.ts";
import { endpointQuery } from "./kit/data/api.ts";
import { loadMembership, platformScopeId, rememberScope, scopePath, useScope, useUser } from "./kit/data/scope.ts";
import { useTranslation } from "./kit/format/translation.ts";

const MIN_ORGANIZATIONS_FOR_SEARCH = 8;
const sections = ["events", "facilities", "fields"] as const;

/** `ScopeButton` loads the menu on a click, so it starts open. */
export default function ScopeMenu({ trigger }: { trigger: ReactNode }) {
  const [open, setOpen] = useState(true);
  return (
    // Modal, since it half covers links of the sidebar, which are too thin to be clicked then.
    <Popover.Root modal open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <ScopeList onChosen={() => setOpen(false)} />
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Opens the same list in another scope, or the overview if the user may not see the list there. */
function useSwitchScope(): (organizationId: string) => Promise<void> {
  const router = useRouter();
  return async (organizationId) => {
    const here = router.state.location.pathname.split("/");
    const { permissions } = await loadMembership(organizationId);
    const section = sections.find(
      (name) => here.includes(name) && permissions.includes(`${name}.show` satisfies Permission),
    );
    rememberScope(organizationId);
    if (section) return router.navigate({ to: scopePath(organizationId, `/${section}`) });
    await router.navigate({ to: "/overview" });
    // The address may stay the same while the scope changes.
    await router.invalidate();
  };
}

function ScopeList({ onChosen }: { onChosen: () => void }) {
  const t = useTranslation();
  const scope = useScope();
  const { platformAdmin } = useUser();
  const switchTo = useSwitchScope();
  const [q, setQ] = useState("");
  const all = useQuery(endpointQuery(organizations.search, { query: {} })).data?.data ?? [];
  const listQuery = useQuery({
    ...endpointQuery(organizations.search, { query: { q } }),
    placeholderData: keepPreviousData,
    enabled: q !== "",
  });
  const shown = q === "" ? all : (listQuery.data?.data ?? []);
  const choose = (organizationId: string) => {
    onChosen();
    void switchTo(organizationId);
  };
  return (
    <Popover.Content
      align="start"
      sideOffset={6}
      aria-label={t("general.switchScope")}
      onKeyDown={moveFocusByArrows}
      className="z-50 flex max-h-(--radix-popover-content-available-height) w-(--radix-popover-trigger-width) min-w-60 flex-col overflow-hidden rounded-lg bg-raised shadow-pop outline-none data-[state=open]:animate-pop-in"
    >
      {all.length >= MIN_ORGANIZATIONS_FOR_SEARCH && (
        <label className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-3">
          <Search className="size-4 shrink-0 text-ink-3" aria-hidden />
          <input
            type="search"
            value={q}
            onChange={(event) => setQ(event.target.value)}
            aria-label={t("organizations.search")}
            placeholder={`${t("organizations.search")}…`}
            className="min-w-0 flex-1 bg-transparent text-13 outline-none max-md:text-base [&::-webkit-search-cancel-button]:hidden"
          />
        </label>
      )}
      <ul className="max-h-80 min-h-0 overflow-y-auto p-1">
        {platformAdmin && q === "" && (
          <ScopeItem current={scope.isPlatform} onChoose={() => choose(platformScopeId)} icon={<Globe aria-hidden />}>
            {t("members.everywhere")}
          </ScopeItem>
        )}
        {shown.map(({ id, name }) => (
          <ScopeItem
            key={id}
            current={id === scope.organizationId}
            onChoose={() => choose(id)}
            icon={<Building2 aria-hidden />}
          >
            {name}
          </ScopeItem>
        ))}
        {q !== "" && shown.length === 0 && !listQuery.isFetching && (
          <li className="px-2 py-3 text-13 text-ink-3">{t("organizations.none")}</li>
        )}
      </ul>
    </Popover.Content>
  );
}

interface ScopeItemProps {
  current: boolean;
  icon: ReactNode;
  onChoose: () => void;
  children: ReactNode;
}

const ScopeItem = ({ current, icon, onChoose, children }: ScopeItemProps) => (
  <li>
    <button
      type="button"
      aria-current={current || undefined}
      onClick={onChoose}
      className="flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left text-13 outline-none hover:bg-hover focus-visible:bg-hover pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {current && <Check aria-hidden />}
    </button>
  </li>
);

function moveFocusByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, button")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}
