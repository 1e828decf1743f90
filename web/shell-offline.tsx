/**
 * Watches the network for the shell, loaded while the page rests: starts the service worker, keeps answers, and without a
 * network says since when, and lets nothing be pressed until all that is shown has been asked for again.
 */
import { useRouter } from "@tanstack/react-router";
import { CloudOff } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { accounts } from "#contract/accounts.ts";
import { members } from "#contract/members.ts";
import { isPathOf } from "#contract/page-paths.ts";
import { keepAnswers } from "./bookings/offline/keep.ts";
import { keptPaths } from "./bookings/offline/offline-paths.ts";
import { useAsOf } from "./bookings/offline/use-as-of.ts";
import { queryClient } from "./kit/data/query-client.ts";
import { useTranslation } from "./kit/format/translation.ts";

const KEEP_EVERY_MS = 5 * 60_000;
/** Changes that follow each other are kept together. */
const KEEP_AFTER_CHANGE_MS = 5000;

/** Undefined on sites without encryption, and where the browser has none. */
const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
/** Without the worker no page opens, so that nothing need be kept, and everything behaves as in any other site. */
const hasOfflinePage = () => Boolean(serviceWorkers()?.controller);

async function keep(hasGames = true): Promise<void> {
  // The next time will do: nobody has asked for it.
  if (hasOfflinePage() && navigator.onLine && !document.hidden) await keepAnswers(hasGames).catch(() => {});
}

let isStarted = false;
function startKeeping(): void {
  if (isStarted) return;
  isStarted = true;
  const workers = serviceWorkers();
  if (!workers || !import.meta.env.PROD) return;
  // A browser may refuse, as in a private window.
  void workers.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  workers.addEventListener("controllerchange", () => void keep());
  void keep();
  setInterval(() => void keep(), KEEP_EVERY_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  queryClient.getMutationCache().subscribe(({ mutation }) => {
    if (mutation?.state.status !== "success") return;
    clearTimeout(timer);
    // The team’s changes in its club are not its own play.
    const isOwn = !location.pathname.startsWith("/organizations/");
    timer = setTimeout(() => void keep(isOwn), KEEP_AFTER_CHANGE_MS);
  });
}

/** The oldest of what the page shows; who the reader is does not count. */
function findAge(): number {
  const shown = queryClient.getQueryCache().findAll({
    type: "active",
    predicate: ({ queryKey: [name], state }) =>
      name !== accounts.user.name && name !== members.min.name && state.dataUpdatedAt > 0,
  });
  return Math.min(Date.now(), ...shown.map(({ state }) => state.dataUpdatedAt));
}

/** Links that lead out of the application work as they do elsewhere. */
const isOfSite = (link: HTMLAnchorElement) => link.origin === location.origin && link.target !== "_blank";
const isKept = ({ pathname }: HTMLAnchorElement) => keptPaths.some((path) => isPathOf(path, pathname));

/** A dialog stays open with what is typed there; sending it says that there is no network. */
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[role=dialog],[role=alertdialog]") !== null;

/** Stops what would reach the page's own listeners. Links to what is kept open the page that the browser keeps. */
function refusePresses(shell: HTMLElement): () => void {
  const signal = new AbortController();
  const others = [...shell.querySelectorAll("a")].filter((link) => isOfSite(link) && !isKept(link));
  for (const link of others) link.setAttribute("aria-disabled", "true");
  const options = { capture: true, signal: signal.signal };
  const stop = (event: Event) => event.stopPropagation();
  for (const type of ["pointerdown", "mousedown", "touchstart", "dblclick", "contextmenu", "dragstart"])
    shell.addEventListener(type, stop, options);
  const onClick = (event: MouseEvent) => {
    event.stopPropagation();
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || !isOfSite(link)) return;
    event.preventDefault();
    if (isKept(link)) location.assign(link.href);
  };
  shell.addEventListener("click", onClick, options);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isInDialog(event.target)) event.stopImmediatePropagation();
  };
  addEventListener("keydown", onKeyDown, options);
  return () => {
    signal.abort();
    for (const link of others) link.removeAttribute("aria-disabled");
  };
}

interface OfflineNoticeProps {
  shell: RefObject<HTMLFieldSetElement | null>;
  isOffline: boolean;
  setOffline: (isOffline: boolean) => void;
}

export function OfflineNotice({ shell, isOffline, setOffline }: OfflineNoticeProps) {
  const t = useTranslation();
  const asOf = useAsOf();
  const router = useRouter();
  const [age, setAge] = useState(0);
  const attempt = useRef(0);
  useEffect(startKeeping, []);
  useEffect(() => {
    const onOffline = () => {
      attempt.current += 1;
      if (!hasOfflinePage()) return;
      setAge(findAge());
      setOffline(true);
    };
    const onOnline = async () => {
      attempt.current += 1;
      const own = attempt.current;
      await Promise.all([router.invalidate(), queryClient.invalidateQueries()]);
      if (own === attempt.current) setOffline(false);
    };
    if (!navigator.onLine) onOffline();
    const listener = () => void onOnline();
    addEventListener("offline", onOffline);
    addEventListener("online", listener);
    return () => {
      removeEventListener("offline", onOffline);
      removeEventListener("online", listener);
    };
  }, [router, setOffline]);
  useEffect(() => (isOffline && shell.current ? refusePresses(shell.current) : undefined), [isOffline, shell]);
  return (
    <div role="status" className="sticky top-0 z-30 empty:hidden max-lg:top-13">
      {isOffline && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line bg-amber-bg px-4 py-2 text-13 text-amber-fg">
          <CloudOff className="size-4 shrink-0" aria-hidden />
          <span className="font-medium">{asOf(age)}</span>
          <span>{t("bookings.offlineRefused")}</span>
          <a href="/my-bookings" className="underline pointer-coarse:py-2">
            {t("overview.mine")}
          </a>
          <a href="/auth/logout" className="underline pointer-coarse:py-2">
            {t("accounts.logout")}
          </a>
        </p>
      )}
    </div>
  );
}
