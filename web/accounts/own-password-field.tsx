import { useUser } from "#web/kit/data/scope.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

/** One's present password, asked once more before one changes how one signs in. */
export function OwnPasswordField({ autoFocus = false }: { autoFocus?: boolean }) {
  const t = useTranslation();
  const { email } = useUser();
  return (
    <>
      {/* Password managers read from this input which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        name="password"
        label={t("accounts.oldPassword")}
        hint={t("accounts.oldPasswordHint")}
        type="password"
        autoComplete="current-password"
        autoFocus={autoFocus}
      />
    </>
  );
}
