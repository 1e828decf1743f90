import { useTranslation } from "#web/kit/format/translation.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { DataExportSection } from "./data-export-section.tsx";

export function DataPage() {
  const t = useTranslation();
  return (
    <Page title={t("personal-data.title")}>
      <div className="grid gap-6">
        <DataExportSection />
      </div>
    </Page>
  );
}
