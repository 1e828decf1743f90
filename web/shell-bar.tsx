/** The bar of members at the bottom of telephones: what they come for, one press away. */
import { Link, useRouterState } from "@tanstack/react-router";
import { Suspense } from "react";
import { cx } from "./kit/ui/cx.ts";
import { useTranslation } from "./kit/format/translation.ts";
import { isCurrentItem } from "./sidebar-links.tsx";
import { useBarItems } from "./sidebar-navigation.ts";

export default function Bar() {
  const t = useTranslation();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      {/* The end of the page stays above the bar. */}
      <div aria-hidden className="h-[calc(3.75rem+env(safe-area-inset-bottom))] lg:hidden print:hidden" />
      <nav
        data-bar
        aria-label={t("general.bar")}
        className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
      >
        <ul className="grid h-15 auto-cols-fr grid-flow-col">
          {useBarItems().map((item) => {
            const { to, label, icon: Icon, count: Count } = item;
            const isCurrent = isCurrentItem(item, path);
            return (
              <li key={to} className="grid min-w-0">
                <Link
                  to={to}
                  aria-current={isCurrent ? "page" : undefined}
                  className={cx(
                    "grid content-center justify-items-center gap-1 px-1 text-2xs font-medium focus-visible:-outline-offset-2",
                    isCurrent ? "text-accent-ink" : "text-ink-2",
                  )}
                >
                  <span className="relative">
                    <Icon className="size-5.5" aria-hidden />
                    {Count && (
                      <Suspense>
                        <Count />
                      </Suspense>
                    )}
                  </span>
                  <span className="max-w-full truncate">{label}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </>
  );
}
