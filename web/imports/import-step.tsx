import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

const stepLabels = ["imports.stepFile", "imports.stepColumns", "imports.stepCheck", "imports.stepImport"] as const;

interface ImportStepProps {
  /** Index from 0. */
  at: number;
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

export function ImportStep({ at, title, hint, actions, children }: ImportStepProps) {
  const t = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led here is gone, which loses the focus.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [at, title]);
  return (
    <>
      <ol aria-label={t("imports.steps")} className="mb-6 flex flex-wrap gap-x-5 gap-y-2 text-13">
        {stepLabels.map((label, index) => (
          <li
            key={label}
            aria-current={index === at ? "step" : undefined}
            className={cx("flex items-center gap-2", index === at ? "font-medium" : "text-ink-3")}
          >
            <span
              className={cx(
                "grid size-5.5 place-items-center rounded-full text-xs tnum",
                index < at && "bg-accent-soft text-accent-ink",
                index === at && "bg-accent text-on-accent",
                index > at && "bg-gray-bg text-gray-fg",
              )}
            >
              {index < at ? <Check className="size-3.5" aria-hidden /> : index + 1}
            </span>
            <span className={cx(index !== at && "max-sm:sr-only")}>{t(label)}</span>
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold [overflow-wrap:anywhere] outline-none">
        {title}
      </h2>
      {hint && <div className="mt-1 max-w-prose text-13 [overflow-wrap:anywhere] text-ink-3">{hint}</div>}
      {children && <div className="mt-4 grid gap-4">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-end gap-2">{actions}</div>}
    </>
  );
}
