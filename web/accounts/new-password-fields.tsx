import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

interface NewPasswordFieldsProps {
  /** Default: "New password". */
  label?: string;
  confirmationName?: "password_confirmation" | "confirmPassword";
  autoFocus?: boolean;
}

/** A new password, typed twice: `password` and its confirmation. */
export function NewPasswordFields({
  label,
  confirmationName = "password_confirmation",
  autoFocus = false,
}: NewPasswordFieldsProps) {
  const t = useTranslation();
  return (
    <>
      <TextField
        name="password"
        label={label ?? t("accounts.newPassword")}
        type="password"
        autoComplete="new-password"
        hint={t("accounts.passwordHint")}
        autoFocus={autoFocus}
      />
      <TextField
        name={confirmationName}
        label={t("accounts.confirmPassword")}
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}
