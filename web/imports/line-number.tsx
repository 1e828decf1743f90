import { useTranslation } from "#web/kit/format/translation.ts";

/** Line of a file; with its word on a telephone, where no header says it. */
export function LineNumber({ line }: { line: number }) {
  const t = useTranslation();
  return (
    <span className="tnum">
      <span className="sm:hidden">{t("imports.line")} </span>
      {line}
    </span>
  );
}
