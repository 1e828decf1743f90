/** Help with the current page: a link to its part of the guide, also by the key `?`. */
import { useRouterState } from "@tanstack/react-router";
import { CircleHelp } from "lucide-react";
import { useEffect, useRef } from "react";
import { Kbd } from "./kit/ui/kbd.tsx";
import { navLinkClass } from "./sidebar-links.tsx";
import { useTranslation } from "./kit/format/translation.ts";

/** The guide opens in a tab of its own, so that nothing typed on the page is lost. */
const newTab = { target: "_blank", rel: "noopener" };
const useHelpAddress = () =>
  useRouterState({ select: ({ location }) => `/guide?from=${encodeURIComponent(location.pathname)}` });

/** On the planning the key lists the shortcuts, and that list leads to the guide. */
const isHelpKey = (event: KeyboardEvent) =>
  event.key === "?" &&
  !event.defaultPrevented &&
  !event.altKey &&
  !location.pathname.endsWith("/planning") &&
  !(
    event.target instanceof HTMLElement &&
    (event.target.isContentEditable || event.target.closest("input, textarea, select, [role=textbox]"))
  );

export function HelpLink() {
  const t = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isHelpKey(event)) return;
      event.preventDefault();
      link.current?.click();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <a ref={link} href={useHelpAddress()} {...newTab} aria-keyshortcuts="?" className={navLinkClass}>
      <CircleHelp className="size-4 shrink-0 text-ink-3" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{t("general.help")}</span>
      <span className="sr-only">({t("places.newTab")})</span>
      <span className="max-lg:hidden" aria-hidden>
        <Kbd>?</Kbd>
      </span>
    </a>
  );
}

export function HelpIconLink() {
  const t = useTranslation();
  return (
    <a
      href={useHelpAddress()}
      {...newTab}
      aria-label={`${t("general.help")} (${t("places.newTab")})`}
      className="grid size-10 place-items-center rounded-md text-ink-2 hover:bg-hover"
    >
      <CircleHelp className="size-5" aria-hidden />
    </a>
  );
}
