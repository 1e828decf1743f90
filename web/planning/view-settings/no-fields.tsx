import { NoFieldsYet } from "#web/availability/no-fields-yet.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { noFilters } from "./filter-menu.tsx";
import type { SetSearch } from "./use-planning-search.ts";

interface NoFieldsProps {
  hasFields: boolean;
  set: SetSearch;
}

export function NoFields({ hasFields, set }: NoFieldsProps) {
  const t = useTranslation();
  if (hasFields)
    return (
      <div className="m-auto">
        <EmptyState
          title={t("planning.noFields")}
          action={<Button onClick={() => set(noFilters)}>{t("kit.clearFilters")}</Button>}
        >
          {t("planning.noFieldsHint")}
        </EmptyState>
      </div>
    );
  return (
    <div className="m-auto">
      <NoFieldsYet />
    </div>
  );
}
