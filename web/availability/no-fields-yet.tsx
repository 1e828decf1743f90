import { Link } from "@tanstack/react-router";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { CourtIcon } from "#web/kit/ui/icons.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

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
