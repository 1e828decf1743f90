import { useTranslation } from "#web/kit/format/translation.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useUser } from "#web/kit/data/scope.ts";
import { ClosingSection } from "./closing-section.tsx";
import { DataExportSection } from "./data-export-section.tsx";
import { KeepAccountCard } from "./keep-account-card.tsx";
import { TermsSection } from "./terms-section.tsx";

export function DataPage() {
  const t = useTranslation();
  const { closesAt } = useUser();
  return (
    <Page title={t("personal-data.title")}>
      <div className="grid gap-6">
        {closesAt !== null && <KeepAccountCard closesAt={closesAt} />}
        <DataExportSection />
        <TermsSection />
        {closesAt === null && <ClosingSection />}
      </div>
    </Page>
  );
}
