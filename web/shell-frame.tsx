/** Frame of the shell: sidebar beside the page, on phones a header with the menu button. */
import { Outlet, useRouterState } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { loadOnce } from "./kit/render/load-once.ts";
import { loadWithToast } from "./kit/render/load-with-toast.ts";
import { Logo } from "./kit/ui/logo.tsx";
import { htmlAttributeRef } from "./kit/ui/html-attribute-ref.ts";
import { HelpIconLink } from "./shell-help.tsx";
import { useIsMember, useNavGroups } from "./sidebar-navigation.ts";
import { NotificationsBell } from "./notifications/bell.tsx";
import { SearchIconButton, SearchPalette } from "./search/search-palette.tsx";
import { useTranslation } from "./kit/format/translation.ts";

const loadDrawer = () => import("./sidebar-drawer.tsx");
const Drawer = lazy(loadDrawer);
// If the bar fails to load, the drawer has the same links.
const Bar = lazy(() => import("./shell-bar.tsx").catch(() => ({ default: () => <></> })));
const loadOffline = loadOnce(() => import("./shell-offline.tsx"));
type OfflineNotice = Awaited<ReturnType<typeof loadOffline>>["OfflineNotice"];
/** After the page's own requests, which nothing may delay. In milliseconds. */
const OFFLINE_DELAY_MS = 3000;
const shellRef = htmlAttributeRef("data-inside");

export function ShellFrame({ sidebar, notice }: { sidebar: ReactNode; notice?: ReactNode }) {
  const t = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [openAt, setOpenAt] = useState<string>();
  const [wanted, setWanted] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const [Notice, setNotice] = useState<OfflineNotice>();
  const frame = useRef<HTMLFieldSetElement>(null);
  const isMember = useIsMember();
  const { groups, foot } = useNavGroups();
  useEffect(() => {
    const timer = setTimeout(
      // If it fails to load, the pages work without it.
      () =>
        void loadOffline().then(
          ({ OfflineNotice: part }) => setNotice(() => part),
          () => {},
        ),
      OFFLINE_DELAY_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  return (
    <fieldset
      ref={frame}
      role="presentation"
      disabled={isOffline}
      title={isOffline ? t("bookings.offlineRefused") : undefined}
      className="block min-h-dvh min-w-0 lg:pl-60 [&:disabled_:is(button,a[aria-disabled])]:opacity-50"
    >
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-raised text-13 font-medium shadow-pop focus:not-sr-only focus:fixed focus:px-3 focus:py-2 focus:top-2 focus:left-2"
        onClick={(event) => {
          // Keep the address: the router would take a fragment for a navigation.
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {t("general.skip")}
      </a>
      <header className="fixed inset-y-0 left-0 z-20 hidden w-60 lg:block">{sidebar}</header>
      <header className="sticky top-0 z-20 flex h-13 items-center gap-2 border-b border-line bg-surface/85 px-3 backdrop-blur lg:hidden">
        <button
          type="button"
          aria-label={t("general.openNavigation")}
          aria-haspopup="dialog"
          aria-expanded={openAt === path}
          onPointerEnter={() => void loadDrawer().catch(() => {})}
          onClick={() =>
            void loadWithToast(loadDrawer).then((came) => {
              if (!came) return;
              setWanted(true);
              setOpenAt(path);
            })
          }
          className="grid size-10 place-items-center rounded-md text-ink-2 hover:bg-hover"
        >
          <Menu className="size-5" aria-hidden />
        </button>
        <Logo className="size-6" />
        <span className="font-semibold tracking-tight">Baseline</span>
        <SearchIconButton />
        {!isMember && <NotificationsBell isInHeader />}
        <HelpIconLink />
      </header>
      {wanted && (
        <Suspense>
          {/* Open at one path only, so that a navigation closes the drawer. */}
          <Drawer open={openAt === path} onOpenChange={(open) => setOpenAt(open ? path : undefined)}>
            {sidebar}
          </Drawer>
        </Suspense>
      )}
      <SearchPalette pages={[...groups.flat(), ...foot]} />
      <div className="lg:py-2 lg:pr-2">
        <main
          id="main"
          ref={shellRef}
          tabIndex={-1}
          className="flex min-h-[calc(100dvh-3.25rem)] flex-col bg-surface outline-none lg:min-h-[calc(100dvh-1rem)] lg:overflow-clip lg:rounded-2xl lg:border lg:border-line lg:shadow-panel"
        >
          {Notice && <Notice shell={frame} {...{ isOffline, setOffline }} />}
          {notice}
          <Outlet />
        </main>
      </div>
      {isMember && (
        <Suspense>
          <Bar />
        </Suspense>
      )}
    </fieldset>
  );
}
