/** Mapping of the file's columns to facilities and fields. */
import type { Import } from "#contract/imports.ts";
import { cx } from "#web/kit/ui/cx.ts";
import { Select } from "#web/kit/ui/select.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

const MAX_SAMPLES = 3;

export interface ColumnListProps<Target extends string> {
  columns: Import["columns"];
  targets: readonly { value: Target; label: string; group?: string }[];
  mapping: readonly (Target | null)[];
  onMappingChange: (mapping: (Target | null)[]) => void;
}

/** Maps the columns of a file to targets. A target belongs to one column at most. */
export function ColumnList<Target extends string>({
  columns,
  targets,
  mapping,
  onMappingChange,
}: ColumnListProps<Target>) {
  const t = useTranslation();
  const optionsFor = (own: Target | null) => [
    { value: null, label: t("imports.leftOut") },
    ...targets.map((target) => ({ ...target, disabled: target.value !== own && mapping.includes(target.value) })),
  ];
  return (
    <div
      role="table"
      aria-label={t("imports.columnsTitle")}
      className="overflow-hidden rounded-xl border border-line text-13"
    >
      <div
        role="row"
        className={cx(columnGridClass, "h-9 items-center bg-sunken text-xs font-medium text-ink-3 max-sm:sr-only")}
      >
        <span role="columnheader">{t("imports.column")}</span>
        <span role="columnheader">{t("imports.samples")}</span>
        <span role="columnheader">{t("imports.meaning")}</span>
      </div>
      {columns.map(({ header, samples }, index) => (
        <div
          // Use the index: two columns may have the same header.
          key={index}
          role="row"
          className={cx(
            columnGridClass,
            "items-center gap-y-1.5 border-t border-line py-2.5 max-sm:first-of-type:border-t-0",
          )}
        >
          <span
            role="rowheader"
            className={cx("font-medium [overflow-wrap:anywhere]", !mapping[index] && "text-ink-3")}
          >
            {header}
          </span>
          <span
            role="cell"
            className="line-clamp-2 text-xs [overflow-wrap:anywhere] text-ink-3"
            title={samples.join("\n")}
          >
            {samples.slice(0, MAX_SAMPLES).join(" · ")}
          </span>
          <span role="cell">
            <Select<Target | null>
              aria-label={t("imports.meaningOf", { header })}
              value={mapping[index] ?? null}
              options={optionsFor(mapping[index] ?? null)}
              onValueChange={(target) => onMappingChange(mapping.map((held, at) => (at === index ? target : held)))}
            />
          </span>
        </div>
      ))}
    </div>
  );
}

const columnGridClass =
  "grid gap-x-4 px-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,16rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,18rem)]";
