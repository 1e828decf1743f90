/** Layout of every page: after a navigation it focuses the new page's heading or announces its title. */
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { afterPaint } from "./kit/render/after-paint.ts";
import { Logo } from "./kit/ui/logo.tsx";
import { useTranslation } from "./kit/format/translation.ts";

/** A person may open a menu or dialog while the next page loads. */
const openOverlaySelector = ["dialog", "alertdialog", "menu"].map((role) => `[role=${role}][data-state=open]`).join();

/** @param before element with the focus when the page was rendered @returns text for the live region */
function focusPageHeading(before: Element | null): string {
  const main = document.querySelector("main");
  const focused = document.activeElement;
  const isElsewhere = focused !== before && focused !== document.body;
  // Keep the focus on an autofocus field and on anything the person has just opened; then announce the title. An open
  // overlay may have lost the focus with a button that is gone, and closes when it moves.
  if (isElsewhere || main?.contains(focused) || document.querySelector(openOverlaySelector)) return document.title;
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
        // Wait for the paint: focusing earlier forces a second layout.
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

export function PendingPage() {
  const t = useTranslation();
  return (
    <div role="status" className="m-auto grid min-h-[70dvh] place-items-center">
      <Logo className="size-9 animate-pulse" />
      <span className="sr-only">{t("kit.loading")}</span>
    </div>
  );
}
