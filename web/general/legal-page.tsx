import { Link, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { general } from "#contract/general.ts";
import { legalVersions } from "#contract/personal-data-versions-rules.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { Logo } from "#web/kit/ui/logo.tsx";
import { DocumentTitle } from "#web/kit/ui/document-title.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { type Language, useLanguage, useTranslation } from "#web/kit/format/translation.ts";
import type { LegalDocument, LegalFacts, LegalTexts } from "./legal-document.ts";

const legalTextLoaders: Record<Language, () => Promise<{ texts: LegalTexts }>> = {
  en: () => import("./legal-en.ts"),
  fr: () => import("./legal-fr.ts"),
};

interface Loaded {
  language: Language;
  texts: LegalTexts;
  facts: LegalFacts;
}

/** These pages are outside of the signed-in part, and so without its cache of queries. */
function useLegalDocument(which: keyof LegalTexts) {
  const language = useLanguage();
  const [loaded, setLoaded] = useState<Loaded>();
  const [error, setError] = useState<ApiError>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const [{ texts }, { data }] = await Promise.all([
        legalTextLoaders[language](),
        call(general.config, {}, { quiet: true }),
      ]);
      if (isCurrent) setLoaded({ language, texts, facts: data });
    };
    load().catch((reason: unknown) => {
      if (isCurrent) setError(reason instanceof ApiError ? reason : new ApiError(0, String(reason)));
    });
    return () => {
      isCurrent = false;
    };
  }, [language, attempt]);
  const retry = () => {
    setError(undefined);
    setAttempt(attempt + 1);
  };
  const text = loaded?.language === language ? loaded.texts[which](loaded.facts) : undefined;
  return { text, error, retry };
}

export const TermsPage = () => <LegalPage which="terms" />;
export const PrivacyPage = () => <LegalPage which="privacy" />;
export const ImprintPage = () => <LegalPage which="imprint" />;

function LegalPage({ which }: { which: keyof LegalTexts }) {
  const t = useTranslation();
  const { text, error, retry } = useLegalDocument(which);
  const { date } = useDateFormats();
  const title = t(`general.${which}`);
  return (
    <div className="min-h-dvh bg-surface">
      <DocumentTitle>{title}</DocumentTitle>
      <TopBar />
      <div className="mx-auto grid max-w-5xl gap-x-14 gap-y-8 px-6 pt-10 pb-20 sm:px-10 lg:grid-cols-[minmax(0,1fr)_13rem] lg:pt-16">
        <main tabIndex={-1} className="max-w-2xl min-w-0 outline-none">
          <h1 tabIndex={-1} className="text-3xl font-semibold tracking-tight outline-none">
            {title}
          </h1>
          <p className="mt-3 text-13 text-ink-3">
            {t("general.legalUpdated", { date: date(`${legalVersions[which]}T12:00`) })}
          </p>
          {text ? <Article text={text} /> : error ? <ErrorState error={error} onRetry={retry} /> : <PendingArticle />}
        </main>
        {text && <Contents text={text} />}
      </div>
    </div>
  );
}

function TopBar() {
  const t = useTranslation();
  const router = useRouter();
  const canGoBack = router.history.canGoBack();
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface/85 backdrop-blur">
      <div className="mx-auto flex min-h-14 max-w-5xl items-center gap-x-6 px-6 py-2 max-sm:gap-x-3 sm:px-10">
        <Link to="/" aria-label="Baseline" className="flex items-center gap-2.5 font-semibold tracking-tight">
          <Logo className="size-7" />
          <span className="max-sm:hidden">Baseline</span>
        </Link>
        <nav
          aria-label={t("general.legal")}
          className="flex gap-x-4 gap-y-1 text-13 font-medium text-ink-3 max-sm:flex-wrap max-sm:gap-x-3 max-sm:text-xs"
        >
          <Link to="/legal/terms" className="py-1 hover:text-ink aria-[current=page]:text-ink">
            {t("general.terms")}
          </Link>
          <Link to="/legal/privacy" className="py-1 hover:text-ink aria-[current=page]:text-ink">
            {t("general.privacy")}
          </Link>
          <Link to="/legal/imprint" className="py-1 hover:text-ink aria-[current=page]:text-ink">
            {t("general.imprint")}
          </Link>
        </nav>
        {canGoBack && (
          <Button variant="ghost" size="sm" className="ml-auto max-sm:hidden" onClick={() => router.history.back()}>
            <ArrowLeft aria-hidden />
            {t("general.back")}
          </Button>
        )}
      </div>
    </header>
  );
}

const Article = ({ text }: { text: LegalDocument }) => (
  <div className="mt-8 text-[0.9375rem] leading-7 text-ink-2">
    <p className="text-base leading-7 text-ink">{text.intro}</p>
    {text.sections.map((section, number) => (
      <section key={section.id} aria-labelledby={section.id} className="mt-10">
        <h2 id={section.id} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold text-ink outline-none">
          <span className="mr-2.5 text-ink-3 tnum">{number + 1}</span>
          {section.heading}
        </h2>
        {section.blocks.map((block) =>
          typeof block === "string" ? (
            <p key={block} className="mt-3">
              {block}
            </p>
          ) : (
            <ul key={block[0]} className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-ink-3">
              {block.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ),
        )}
      </section>
    ))}
  </div>
);

function Contents({ text }: { text: LegalDocument }) {
  const t = useTranslation();
  const show = (event: MouseEvent, id: string) => {
    event.preventDefault();
    const heading = document.getElementById(id);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav aria-label={t("general.onThisPage")} className="sticky top-24 self-start max-lg:hidden">
      <p className="text-xs font-medium text-ink-3">{t("general.onThisPage")}</p>
      <ol className="mt-3 grid gap-0.5 border-l border-line text-13 text-ink-2">
        {text.sections.map(({ id, heading }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => show(event, id)}
              className="-ml-px block border-l border-transparent py-1 pl-3 hover:border-line-strong hover:text-ink"
            >
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const PendingArticle = () => (
  <div className="mt-8 grid gap-3" aria-busy>
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-11/12" />
    <Skeleton className="h-4 w-3/4" />
  </div>
);
