import { Link } from "@tanstack/react-router";
import * as z from "zod/mini";
import { accounts, ProfileDraft, type User } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { Card } from "#web/kit/ui/card.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormActions, FormRow, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { formMembers, notInForm } from "#web/kit/form/form-members.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { userQuery, useUser } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";

const profileForm = formMembers<z.input<typeof ProfileDraft>, User>({
  firstName: {},
  lastName: {},
  email: {},
  phone: {},
  language: notInForm("the page of the preferences"),
  theme: notInForm("the page of the preferences"),
});
const ProfileFormDraft = z.pick(ProfileDraft, { firstName: true, lastName: true, email: true, phone: true });

export function ProfilePage() {
  const t = useTranslation();
  const user = useUser();
  return (
    <Page title={t("accounts.profile")}>
      <FormSection title={t("accounts.details")} hint={t("accounts.profileText")}>
        <Card padded>
          <Form
            key={user.updated_at}
            schema={ProfileFormDraft}
            defaultValues={profileForm.filledWith(user)}
            onSubmit={async (body) => {
              queryClient.setQueryData(userQuery().queryKey, await call(accounts.updateUser, { body }));
            }}
          >
            <FormRow>
              <TextField name="firstName" label={t("accounts.firstName")} autoComplete="given-name" />
              <TextField name="lastName" label={t("accounts.lastName")} autoComplete="family-name" />
            </FormRow>
            <TextField
              name="email"
              label={t("accounts.email")}
              type="email"
              readOnly
              disabled
              action={
                <Link to="/settings/email" className="text-13 font-medium text-accent-ink hover:underline">
                  {t("accounts.changeEmail")}
                </Link>
              }
            />
            <TextField name="phone" label={t("accounts.phone")} type="tel" autoComplete="tel" optional />
            <FormActions>
              <ResetButton />
              <SubmitButton />
            </FormActions>
          </Form>
        </Card>
      </FormSection>
    </Page>
  );
}
