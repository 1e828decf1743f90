import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { EmailByPasskey, EmailByPassword, emailChanges } from "#contract/email-changes.ts";
import { OwnPasswordField } from "#web/accounts/own-password-field.tsx";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { useUser } from "#web/kit/data/scope.ts";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { signConfirmation } from "#web/second-factors/confirmation-form.tsx";
import { useHasPasskey } from "#web/second-factors/use-has-passkey.ts";

export function EmailPage() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { email } = useUser();
  const { data } = useQuery({ ...endpointQuery(emailChanges.read, undefined), staleTime: 0 });
  const refresh = () => cache.invalidateQueries({ queryKey: [emailChanges.read.name] });
  const hasPasskey = useHasPasskey();
  const [isByPasskey, setIsByPasskey] = useState(false);
  const crumbs = [
    <Link key="profile" to="/settings/profile">
      {t("accounts.profile")}
    </Link>,
  ];
  return (
    <Page title={t("email-changes.title")} crumbs={crumbs}>
      <FormSection title={t("accounts.changeEmail")} hint={t("email-changes.hint", { email })}>
        {data?.data && (
          <Card padded>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3" role="status">
              <p className="text-13 [overflow-wrap:anywhere]">
                {t("email-changes.waiting", { email: data.data.email })}
              </p>
              <ConfirmButton
                label={t("email-changes.cancel")}
                title={t("email-changes.cancelTitle")}
                confirm={t("email-changes.cancel")}
                cancel={t("email-changes.keep")}
                onConfirm={async () => {
                  await call(emailChanges.cancel);
                  await refresh();
                }}
              >
                {t("email-changes.cancelText", { email })}
              </ConfirmButton>
            </div>
          </Card>
        )}
        <Card padded>
          <Form
            schema={isByPasskey ? EmailByPasskey : EmailByPassword}
            defaultValues={{ email: "", password: "" }}
            afterSubmit="clear"
            onSubmit={async ({ email: to, password }) => {
              const proof = isByPasskey ? { assertion: await signConfirmation() } : { password };
              if (isByPasskey && !proof.assertion) return false;
              await call(emailChanges.request, { body: { email: to, ...proof } });
              return refresh();
            }}
          >
            <TextField
              name="email"
              label={t("email-changes.newEmail")}
              type="email"
              inputMode="email"
              autoComplete="email"
            />
            {!isByPasskey && <OwnPasswordField />}
            <FormActions>
              {hasPasskey && (
                <Button onClick={() => setIsByPasskey(!isByPasskey)}>
                  {t(isByPasskey ? "second-factors.usePassword" : "second-factors.usePasskey")}
                </Button>
              )}
              <SubmitButton>{t("email-changes.send")}</SubmitButton>
            </FormActions>
          </Form>
        </Card>
      </FormSection>
    </Page>
  );
}
