/** Where no field is shown: the way to the first one, or back to those that there are. */
import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "#web/kit/button.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { CourtIcon } from "#web/kit/icons.tsx";
import { useScope } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { noFilters } from "./filter-menu.tsx";
import type { SetSearch } from "./sight.ts";

interface NoFieldsProps {
  /** Whether there are any, shown or not. */
  hasFields: boolean;
  set: SetSearch;
}

export function NoFields({ hasFields, set }: NoFieldsProps) {
  const t = useWords();
  const { can, path } = useScope();
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
      >
        {t("fields.noneHint")}
      </EmptyState>
    </div>
  );
}
