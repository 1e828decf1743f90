/** The guide: its contents, and its pages from `docs/guide`, in the reader's language. */
import { Link, Navigate, useLocation, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { type MouseEvent, type ReactNode, Suspense, use, useEffect } from "react";
import { DocumentTitle } from "#web/kit/ui/document-title.tsx";
import { LanguageChoice } from "#web/kit/ui/language-choice.tsx";
import { Logo } from "#web/kit/ui/logo.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import { findGuideTopic, guidePages } from "./guide-topics.ts";
import { loadGuide } from "./load-guide.ts";
import type { Guide, GuidePage as Page } from "./parse-guide.ts";

const useGuide = (): Guide => use(loadGuide(useLanguage())).guide;

/** `/guide?from=/events` leads to what explains that page. */
export function GuideContents() {
  const from = useSearch({ strict: false, select: ({ from: path }: { from?: string }) => path });
  const topic = from === undefined ? undefined : findGuideTopic(from);
  if (topic) return <Navigate to="/guide/$guidePage" params={{ guidePage: topic.page }} hash={topic.anchor} replace />;
  return (
    <GuideLayout>
      <ContentsList />
    </GuideLayout>
  );
}

export function GuidePage() {
  const { guidePage } = useParams({ strict: false });
  return (
    <GuideLayout>
      <Article name={guidePage ?? ""} />
    </GuideLayout>
  );
}

function GuideLayout({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh bg-surface">
      <TopBar />
      <Suspense fallback={<PendingArticle />}>{children}</Suspense>
    </div>
  );
}

function TopBar() {
  const t = useTranslation();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface/85 backdrop-blur">
      <div className="mx-auto flex min-h-14 max-w-6xl flex-wrap items-center gap-x-6 gap-y-1 px-6 py-2 sm:px-10">
        <Link to="/" aria-label="Baseline" className="flex items-center gap-2.5 font-semibold tracking-tight">
          <Logo className="size-7" />
          <span className="max-sm:hidden">Baseline</span>
        </Link>
        <Link to="/guide" className="py-1 text-13 font-medium text-ink-2 hover:text-ink">
          {t("general.guide")}
        </Link>
        <LanguageChoice className="gap-x-4 text-13 text-ink-3" />
      </div>
    </header>
  );
}

function ContentsList() {
  const t = useTranslation();
  const guide = useGuide();
  return (
    <main tabIndex={-1} className="mx-auto max-w-6xl px-6 pt-10 pb-20 outline-none sm:px-10 lg:pt-14">
      <DocumentTitle>{t("general.guide")}</DocumentTitle>
      <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight outline-none">
        {t("general.guide")}
      </h1>
      <p className="mt-3 max-w-2xl text-base text-ink-2">{t("general.guideIntro")}</p>
      <ul className="mt-8 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {guidePages.map((name) => (
          <li key={name}>
            <Link
              to="/guide/$guidePage"
              params={{ guidePage: name }}
              className="block h-full rounded-xl border border-line p-4 hover:border-line-strong hover:bg-hover"
            >
              <span className="block font-medium text-ink">{guide[name]?.title}</span>
              <span className="mt-1 block text-13 text-ink-3">{guide[name]?.intro}</span>
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}

function showHeading(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

function Article({ name }: { name: string }) {
  const guide = useGuide();
  const page = guide[name];
  if (!page) return <Navigate to="/guide" replace />;
  return (
    <div className="mx-auto grid max-w-6xl gap-x-12 px-6 pt-10 pb-20 sm:px-10 lg:grid-cols-[12rem_minmax(0,1fr)] lg:pt-14 xl:grid-cols-[12rem_minmax(0,1fr)_12rem]">
      <PageList guide={guide} />
      <Sections key={name} page={page} />
      <OnThisPage page={page} />
    </div>
  );
}

function Sections({ page }: { page: Page }) {
  const router = useRouter();
  const hash = useLocation({ select: ({ hash: anchor }) => anchor });
  useEffect(() => {
    if (hash) showHeading(hash);
  }, [hash]);
  // Other pages of the guide open without loading the product anew.
  const followLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.origin !== location.origin || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.history.push(link.pathname + link.hash);
  };
  return (
    <main tabIndex={-1} className="max-w-2xl min-w-0 outline-none">
      <DocumentTitle>{page.title}</DocumentTitle>
      <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight outline-none">
        {page.title}
      </h1>
      <p className="mt-3 text-base leading-7 text-ink">{page.intro}</p>
      <OnThisPageFolded page={page} />
      {page.sections.map(({ id, heading, html }) => (
        <section key={id} aria-labelledby={id} className="mt-10">
          <h2 id={id} tabIndex={-1} className="scroll-mt-20 text-lg font-semibold text-ink outline-none">
            {heading}
          </h2>
          {/* Made by the build from files of this project. */}
          <div className={proseClass} onClick={followLink} dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ))}
    </main>
  );
}

const proseClass =
  "text-[0.9375rem] leading-7 text-ink-2 [&_a]:font-medium [&_a]:text-accent-ink [&_a:hover]:underline [&_kbd]:rounded [&_kbd]:border [&_kbd]:border-line-strong/70 [&_kbd]:bg-raised [&_kbd]:px-1 [&_kbd]:py-0.5 [&_kbd]:font-sans [&_kbd]:text-xs [&_kbd]:text-ink-2 [&_li]:mt-1.5 [&_li]:marker:text-ink-3 [&_ol]:mt-3 [&_ol]:list-decimal [&_ol]:pl-5 [&_p]:mt-3 [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:mt-3 [&_ul]:list-disc [&_ul]:pl-5";
const linkClass = "-ml-px block border-l border-transparent py-1 pl-3 hover:border-line-strong hover:text-ink";
const listClass = "mt-3 grid gap-0.5 border-l border-line text-13 text-ink-2";

function PageList({ guide }: { guide: Guide }) {
  const t = useTranslation();
  return (
    <nav
      aria-label={t("general.guide")}
      className="sticky top-24 max-h-[calc(100dvh-7rem)] self-start overflow-y-auto max-lg:hidden"
    >
      <ol className={listClass}>
        {guidePages.map((name) => (
          <li key={name}>
            <Link
              to="/guide/$guidePage"
              params={{ guidePage: name }}
              className={`${linkClass} aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink`}
            >
              {guide[name]?.title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function OnThisPage({ page }: { page: Page }) {
  const t = useTranslation();
  return (
    <nav aria-label={t("general.onThisPage")} className="sticky top-24 self-start max-xl:hidden">
      <p className="text-xs font-medium text-ink-3">{t("general.onThisPage")}</p>
      <HeadingList page={page} />
    </nav>
  );
}

/** Replaces the list beside the page on narrow screens. */
function OnThisPageFolded({ page }: { page: Page }) {
  const t = useTranslation();
  return (
    <details className="mt-6 xl:hidden">
      <summary className="cursor-pointer py-1 text-13 font-medium text-ink-2">{t("general.onThisPage")}</summary>
      <HeadingList page={page} />
    </details>
  );
}

const HeadingList = ({ page }: { page: Page }) => (
  <ol className={listClass}>
    {page.sections.map(({ id, heading }) => (
      <li key={id}>
        <Link to="." hash={id} className={linkClass} onClick={() => showHeading(id)}>
          {heading}
        </Link>
      </li>
    ))}
  </ol>
);

const PendingArticle = () => (
  <div className="mx-auto grid max-w-2xl gap-3 px-6 pt-14" aria-busy>
    <Skeleton className="h-8 w-1/2" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-3/4" />
  </div>
);
