/** The frame of the pages before one is inside: a form, and beside it a court at night. */
import { Link, Outlet } from "@tanstack/react-router";
import { Logo } from "#web/kit/logo.tsx";
import { useWords } from "#web/kit/words.ts";
import { DoorArt } from "./door-art.tsx";

export function DoorLayout() {
  const t = useWords();
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <div className="flex min-h-dvh flex-col px-6 py-6 sm:px-10">
        <header className="flex items-center gap-2.5 font-semibold tracking-tight">
          <Logo className="size-7" />
          Baseline
        </header>
        <main tabIndex={-1} className="m-auto w-full max-w-88 py-12 outline-none">
          <Outlet />
        </main>
        <footer className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3 [&_a]:py-1 [&_a:hover]:text-ink [&_a:hover]:underline">
          <Link to="/legal/terms">{t("general.terms")}</Link>
          <Link to="/legal/privacy">{t("general.privacy")}</Link>
        </footer>
      </div>
      <DoorArt />
    </div>
  );
}
