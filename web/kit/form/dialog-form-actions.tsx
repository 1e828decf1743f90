import type { ReactNode } from "react";
import { Button } from "#web/kit/ui/button.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { FormActions, SubmitButton } from "./form.tsx";

export function DialogFormActions({
  children,
  onClose,
  disabled = false,
}: {
  children: ReactNode;
  onClose: () => void;
  disabled?: boolean;
}) {
  const t = useTranslation();
  return (
    <FormActions>
      <Button onClick={onClose}>{t("kit.cancel")}</Button>
      <SubmitButton disabled={disabled}>{children}</SubmitButton>
    </FormActions>
  );
}
