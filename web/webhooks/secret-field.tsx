import type { ReactNode } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CopyField } from "#web/kit/ui/copy-field.tsx";

/** The secret by which another system recognizes what comes from here. */
export function SecretField({ secret, hint, children }: { secret: string; hint: string; children: ReactNode }) {
  const t = useTranslation();
  return (
    <CopyField
      variant="primary"
      label={t("webhooks.secretTitle")}
      value={secret}
      hint={hint}
      copy={t("webhooks.copySecret")}
      copied={t("webhooks.copied")}
    >
      {children}
    </CopyField>
  );
}
