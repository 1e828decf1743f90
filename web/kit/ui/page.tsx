/** The frame of every page inside the shell: breadcrumbs, title, actions and content. */
import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { DocumentTitle } from "./document-title.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

interface PageProps {
  title: string;
  heading?: ReactNode;
  crumbs?: readonly ReactNode[];
  /** Left of the title, such as a photo. */
  media?: ReactNode;
  meta?: ReactNode;
  /** One line below the title. */
  subtitle?: ReactNode;
  actions?: ReactNode;
  tabs?: ReactNode;
  wide?: boolean;
  /** On phones the title and what belongs to it share a line, so that the content keeps most of the screen. */
  dense?: boolean;
  children: ReactNode;
}

export function Page({
  title,
  heading,
  crumbs,
  media,
  meta,
  subtitle,
  actions,
  tabs,
  wide = false,
  dense = false,
  children,
}: PageProps) {
  const width = wide ? "w-full" : "mx-auto w-full max-w-5xl";
  return (
    <>
      <DocumentTitle>{title}</DocumentTitle>
      <header
        className={cx(
          "border-b border-line px-4 pt-4 sm:px-8",
          !tabs && "pb-4",
          wide ? "lg:px-5" : "lg:pt-6",
          dense && "max-sm:py-0 max-sm:pr-3",
        )}
      >
        <div className={width}>
          {crumbs && <Breadcrumbs items={crumbs} />}
          <div className={cx("flex min-h-8 flex-wrap items-center gap-x-4 gap-y-3", dense && "max-sm:gap-y-1")}>
            {media}
            <div className="grid min-w-[min(100%,10rem)] flex-1 grid-cols-[minmax(0,1fr)] gap-1">
              <div
                className={cx(
                  "flex flex-wrap items-center gap-x-3 gap-y-1",
                  dense && "max-sm:min-h-10 max-sm:flex-nowrap max-sm:gap-x-2",
                )}
              >
                <h1
                  className={cx(
                    "min-w-0 text-xl font-semibold [overflow-wrap:anywhere] outline-none",
                    dense && "max-sm:flex-1 max-sm:text-base max-sm:leading-5",
                  )}
                  tabIndex={-1}
                >
                  {heading ?? title}
                </h1>
                {meta && (
                  <div className={cx("flex flex-wrap items-center gap-1.5", dense && "max-sm:flex-nowrap")}>{meta}</div>
                )}
              </div>
              {subtitle && (
                <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-13 text-ink-2">{subtitle}</div>
              )}
            </div>
            {actions && (
              <div
                className={cx(
                  "flex flex-wrap items-center gap-2 has-data-tiles:max-lg:w-full",
                  dense && "max-sm:w-full max-sm:justify-between",
                )}
              >
                {actions}
              </div>
            )}
          </div>
          {tabs}
        </div>
      </header>
      <div className={wide ? "flex min-h-0 flex-1 flex-col" : "flex-1 px-4 py-5 sm:px-8"}>
        <div className={wide ? "flex min-h-0 flex-1 flex-col" : width}>{children}</div>
      </div>
    </>
  );
}

function Breadcrumbs({ items }: { items: readonly ReactNode[] }) {
  const t = useTranslation();
  return (
    <nav aria-label={t("kit.breadcrumb")} className="mb-1.5">
      <ol className="flex flex-wrap items-center gap-1.5 text-13 text-ink-3 [&_a:hover]:text-ink">
        {items.map((item, index) => (
          <Fragment key={index}>
            {index > 0 && (
              <li aria-hidden>
                <ChevronRight className="size-3.5" />
              </li>
            )}
            <li className="min-w-0 truncate last:text-ink-2">{item}</li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}

export function PageColumns({
  aside,
  asideFirst = false,
  children,
}: {
  aside: ReactNode;
  asideFirst?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className={cx("grid gap-5", asideFirst && "max-lg:order-2")}>{children}</div>
      <aside className="grid gap-5">{aside}</aside>
    </div>
  );
}
