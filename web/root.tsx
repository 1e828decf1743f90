/** Around every page: after a navigation the focus moves to the new page's heading, and its title is said. */
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { Logo } from "#web/kit/logo.tsx";
import { useWords } from "#web/kit/words.ts";

export function Root() {
  const router = useRouter();
  const [said, setSaid] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        const main = document.querySelector("main");
        // A field that asked for the focus keeps it, and the title says where it is.
        if (main?.contains(document.activeElement)) return setSaid(document.title);
        setSaid("");
        (main?.querySelector<HTMLElement>("h1") ?? main)?.focus({ preventScroll: true });
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
export function Pending() {
  const t = useWords();
  return (
    <div role="status" className="m-auto grid min-h-[70dvh] place-items-center">
      <Logo className="size-9 animate-pulse" />
      <span className="sr-only">{t("kit.loading")}</span>
    </div>
  );
}
