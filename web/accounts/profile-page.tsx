import * as z from "zod/mini";
import { accounts, ProfileDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/api.ts";
import { queryClient } from "#web/kit/query.ts";
import { Card } from "#web/kit/card.tsx";
import { TextField } from "#web/kit/fields.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton } from "#web/kit/form.tsx";
import { Page } from "#web/kit/page.tsx";
import { userQuery, useUser } from "#web/kit/scope.ts";
import { useWords } from "#web/kit/words.ts";
import { SettingsSection } from "./settings-section.tsx";

const Draft = z.pick(ProfileDraft, { firstName: true, lastName: true, email: true, phone: true });

export function ProfilePage() {
  const t = useWords();
  const { firstName, lastName, email, phone, updated_at } = useUser();
  return (
    <Page title={t("accounts.profile")}>
      <SettingsSection title={t("accounts.profile")} text={t("accounts.profileText")}>
        <Card padded>
          <Form
            key={updated_at}
            schema={Draft}
            defaultValues={{ firstName, lastName, email, phone }}
            onSubmit={async (body) => {
              queryClient.setQueryData(userQuery().queryKey, await call(accounts.updateUser, { body }));
            }}
          >
            <FormRow>
              <TextField name="firstName" label={t("accounts.firstName")} autoComplete="given-name" />
              <TextField name="lastName" label={t("accounts.lastName")} autoComplete="family-name" />
            </FormRow>
            <TextField name="email" label={t("accounts.email")} type="email" readOnly disabled hint={t("accounts.emailFixed")} />
            <TextField name="phone" label={t("accounts.phone")} type="tel" autoComplete="tel" optional />
            <FormActions>
              <ResetButton />
              <SubmitButton />
            </FormActions>
          </Form>
        </Card>
      </SettingsSection>
    </Page>
  );
}
