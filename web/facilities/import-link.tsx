import { Link } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

/** Renders nothing on the platform: imports need an organization. */
export function ImportLink() {
  const t = useTranslation();
  const { can, isPlatform, path } = useScope();
  if (isPlatform || !can("fields.create")) return null;
  return (
    <Link to={path("/import")} className={buttonClass()}>
      <FileUp aria-hidden />
      {t("imports.link")}
    </Link>
  );
}
