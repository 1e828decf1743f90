/** Around every page: after a navigation the focus moves to the new page's heading, and its title is said. */
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

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
