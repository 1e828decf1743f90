import type { ReactNode } from "react";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CopyField } from "#web/kit/ui/copy-field.tsx";

export function DeviceSecret({ secret, children }: { secret: string; children: ReactNode }) {
  const t = useTranslation();
  return (
    <CopyField
      label={t("webhooks.secretTitle")}
      value={secret}
      hint={t("devices.secretText")}
      copy={t("webhooks.copySecret")}
      copied={t("webhooks.copied")}
    >
      {children}
    </CopyField>
  );
}
