import { useQueryClient } from "@tanstack/react-query";
import { accounts, PasswordDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/api.ts";
import { Card } from "#web/kit/card.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form.tsx";
import { Page } from "#web/kit/page.tsx";
import { useUser } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { Sessions } from "./sessions.tsx";
import { SettingsSection } from "./settings-section.tsx";

export function PasswordPage() {
  const t = useWords();
  const cache = useQueryClient();
  const { email } = useUser();
  return (
    <Page title={t("accounts.password")}>
      <SettingsSection title={t("accounts.changePassword")} text={t("accounts.passwordText")}>
        <Card padded>
          <Form
            schema={PasswordDraft}
            defaultValues={{ old_password: "", password: "", password_confirmation: "" }}
            afterSubmit="clear"
            onSubmit={async (body) => {
              await call(accounts.changePassword, { body });
              await cache.invalidateQueries({ queryKey: [accounts.sessions.name] });
            }}
          >
            {/* Tells password managers whose password this is. */}
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <TextField name="old_password" label={t("accounts.oldPassword")} type="password" autoComplete="current-password" />
            <TextField
              name="password"
              label={t("accounts.newPassword")}
              type="password"
              autoComplete="new-password"
              hint={t("accounts.passwordHint")}
            />
            <TextField name="password_confirmation" label={t("accounts.confirmPassword")} type="password" autoComplete="new-password" />
            <FormActions>
              <ResetButton />
              <SubmitButton>{t("accounts.changePassword")}</SubmitButton>
            </FormActions>
          </Form>
        </Card>
      </SettingsSection>
      <SettingsSection title={t("accounts.sessions")} text={t("accounts.sessionsText")}>
        <Sessions />
      </SettingsSection>
    </Page>
  );
}
