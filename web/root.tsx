/** Around every page: after a navigation the focus moves to the new page's heading, and its title is said. */
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { afterPaint } from "./kit/render/after-paint.ts";
import { Logo } from "./kit/ui/logo.tsx";
import { useTranslation } from "./kit/format/translation.ts";

/** Overlays that were opened while the next page was loading, such as a menu. */
const openOverlaySelector = ["dialog", "alertdialog", "menu"].map((role) => `[role=${role}][data-state=open]`).join();

/** To the heading of the page. @param before what had the focus when it was drawn @returns what is to be said of it */
function focusPageHeading(before: Element | null): string {
  const main = document.querySelector("main");
  const focused = document.activeElement;
  const isElsewhere = focused !== before && focused !== document.body;
  // A field that asked for the focus keeps it, as does what somebody has just opened or gone to; the title says where it is.
  if (isElsewhere || main?.contains(focused) || focused?.closest(openOverlaySelector)) return document.title;
  (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
  return "";
}

export function RootLayout() {
  const router = useRouter();
  const [said, setSaid] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        // Once it is seen: before that, the focus would have the browser lay it out twice.
        const before = document.activeElement;
        afterPaint(() => setSaid(focusPageHeading(before)));
      }),
    [router],
  );
  return (
    <>
      <Outlet />
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

/** A page that lets wait for itself. */
export function PendingPage() {
  const t = useTranslation();
  return (
    <div role="status" className="m-auto grid min-h-[70dvh] place-items-center">
      <Logo className="size-9 animate-pulse" />
      <span className="sr-only">{t("kit.loading")}</span>
    </div>
  );
}
