import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export const DescriptionList = ({ children, className }: { children: ReactNode; className?: string }) => (
  <dl className={cx("divide-y divide-line", className)}>{children}</dl>
);

export const DescriptionItem = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,min(11rem,35%))_minmax(0,1fr)] gap-4 px-4 py-2.5">
    <dt className="text-13 text-ink-3">{name}</dt>
    <dd className="text-13 [overflow-wrap:anywhere] whitespace-pre-line text-ink">
      {children === null || children === undefined || children === "" ? (
        <span className="text-ink-3">—</span>
      ) : (
        children
      )}
    </dd>
  </div>
);

export function YesNo({ value }: { value: boolean | null | undefined }) {
  const t = useTranslation();
  if (value === null || value === undefined) return <span className="text-ink-3">—</span>;
  return value ? (
    <span className="flex items-center gap-1.5">
      <Check className="size-3.5 text-accent-ink" aria-hidden />
      {t("kit.yes")}
    </span>
  ) : (
    <span className="flex items-center gap-1.5 text-ink-3">
      <Minus className="size-3.5" aria-hidden />
      {t("kit.no")}
    </span>
  );
}
