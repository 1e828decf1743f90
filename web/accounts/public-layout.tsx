/** Layout of pages without a session: sign-in, sign-up, forgotten password, legal pages. */
import { Link, Outlet } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DocumentTitle } from "#web/kit/ui/document-title.tsx";
import { LanguageChoice } from "#web/kit/ui/language-choice.tsx";
import { Logo } from "#web/kit/ui/logo.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export const PublicLayout = () => (
  <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
    <PublicColumn />
    <PublicPageArt />
  </div>
);

export function PublicColumn() {
  const t = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col bg-surface px-6 py-6 sm:px-10">
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
        <Link to="/legal/imprint">{t("general.imprint")}</Link>
        <LanguageChoice className="gap-x-3" />
      </footer>
    </div>
  );
}

export const PublicPageHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header>
    <DocumentTitle>{title}</DocumentTitle>
    <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight outline-none">
      {title}
    </h1>
    {children && <p className="mt-1.5 text-ink-2">{children}</p>}
  </header>
);

export const publicPageLinkClass = "text-13 font-medium text-accent-ink hover:underline";

const courtPath = "M10 10h180v100H10ZM10 23h180M10 97h180M55 23v74M145 23v74M55 60h90M100 4v112";

function PublicPageArt() {
  "use no memo"; // It is drawn once, and the compiled memory of it would be a tenth of this page's own scripts.
  const t = useTranslation();
  const events = [
    {
      type: "training",
      name: t("accounts.artTraining"),
      where: t("accounts.artTrainingWhere"),
      approved: true,
      indent: "ml-0",
    },
    { type: "game", name: t("accounts.artGame"), where: t("accounts.artGameWhere"), approved: false, indent: "-ml-9" },
    {
      type: "free_play",
      name: "Moreau / Petit",
      where: t("accounts.artFreePlayWhere"),
      approved: true,
      indent: "ml-3.5",
    },
  ];
  return (
    <aside
      className="sticky top-0 hidden h-dvh overflow-hidden bg-[oklch(0.34_0.062_166)] text-white lg:block"
      aria-hidden
    >
      <div className="absolute inset-0 bg-[radial-gradient(120%_90%_at_85%_0%,oklch(0.55_0.11_158/.75),transparent_60%),radial-gradient(90%_80%_at_0%_100%,oklch(0.24_0.05_175),transparent_70%)]" />
      <svg
        viewBox="0 0 200 120"
        fill="none"
        stroke="currentColor"
        className="absolute top-1/2 left-1/2 w-[135%] -translate-x-1/2 -translate-y-1/2 -rotate-[58deg] stroke-[0.5] text-white/40 [mask-image:radial-gradient(70%_70%_at_62%_38%,black_35%,transparent_85%)]"
      >
        <path d={courtPath} />
      </svg>
      <div className="absolute top-[14%] right-[11%] w-72 space-y-2 [color-scheme:light]">
        {events.map(({ type, name, where, approved, indent }) => (
          <div
            key={type}
            data-type={type}
            className={`relative rounded-xl bg-white/95 py-3 pr-3 pl-4 shadow-[0_12px_40px_-12px_rgb(0_0_0/.45)] ${indent}`}
          >
            <span className="absolute inset-y-2.5 left-1.5 w-[3px] rounded-full bg-(--ev-bar)" />
            <div className="flex items-center justify-between gap-2">
              <span className="truncate text-13 font-semibold text-[#17211d]">{name}</span>
              <span
                className={`flex h-5 shrink-0 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium ${approved ? "bg-lime-bg text-lime-fg" : "bg-rose-bg text-rose-fg"}`}
              >
                <span className={`size-1.5 rounded-full ${approved ? "bg-(--lime-dot)" : "bg-(--rose-dot)"}`} />
                {t(approved ? "events.statusApproved" : "events.statusPending")}
              </span>
            </div>
            <div className="mt-0.5 text-xs text-[#4d5a54] tnum">{where}</div>
          </div>
        ))}
      </div>
      <div className="absolute inset-x-12 bottom-12 max-w-md xl:inset-x-16 xl:bottom-16">
        <p className="text-3xl leading-[1.15] font-semibold tracking-tight text-balance">{t("accounts.pitch")}</p>
        <p className="mt-3 text-[0.9375rem] leading-6 text-white/80">{t("accounts.pitchText")}</p>
      </div>
    </aside>
  );
}
