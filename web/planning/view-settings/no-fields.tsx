import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { CourtIcon } from "#web/kit/ui/icons.tsx";
import { useScope } from "#web/kit/data/scope.ts";
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

export function NoFieldsYet() {
  const t = useTranslation();
  const { can, path } = useScope();
  return (
    <EmptyState
      icon={CourtIcon}
      title={t("planning.noFields")}
      action={
        can("fields.create") && (
          <Link to={path("/fields/create")} className={buttonClass()}>
            {t("fields.create")}
          </Link>
        )
      }
      withoutAction={t("kit.managersAdd")}
    >
      {t("fields.noneHint")}
    </EmptyState>
  );
}
