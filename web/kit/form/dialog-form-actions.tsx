import type { ReactNode } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { FormActions, SubmitButton } from "./form.tsx";

export function DialogFormActions({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = useTranslation();
  return (
    <FormActions>
      <Button onClick={onClose}>{t("kit.cancel")}</Button>
      <SubmitButton>{children}</SubmitButton>
    </FormActions>
  );
}
