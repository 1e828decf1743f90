/** Makes the first administrator of an empty server, and leads on to the first club. */
import { Link, redirect, useNavigate } from "@tanstack/react-router";
import { accounts, FirstAdministratorDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";
import { Form, FormRow, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { PublicPageHeading, publicPageLinkClass } from "./public-layout.tsx";
import { startSession } from "./start-session.ts";

/** Guard of the page: with an administrator there is nothing to do on it. */
export async function requireNoAdministrator(): Promise<void> {
  const { data } = await call(accounts.firstAdministrator, {}, { quiet: true });
  if (!data.isMissing) throw redirect({ to: "/auth/login", replace: true });
}

const blank = { code: "", firstName: "", lastName: "", email: "", password: "", confirmPassword: "" };

export function FirstAdministratorPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  return (
    <Form
      schema={FirstAdministratorDraft}
      defaultValues={blank}
      guard={false}
      onSubmit={async (body) => {
        const answer = await call(accounts.createFirstAdministrator, { body });
        await startSession(answer.data.access_token, { greet: false });
        await navigate({ to: "/organizations/set-up", replace: true });
      }}
    >
      <PublicPageHeading title={t("accounts.administratorTitle")}>{t("accounts.administratorIntro")}</PublicPageHeading>
      <TextField
        name="code"
        label={t("accounts.administratorCode")}
        hint={t("accounts.administratorCodeHint")}
        autoComplete="one-time-code"
        autoFocus
      />
      <FormRow>
        <TextField name="firstName" label={t("accounts.firstName")} autoComplete="given-name" />
        <TextField name="lastName" label={t("accounts.lastName")} autoComplete="family-name" />
      </FormRow>
      <TextField name="email" label={t("accounts.email")} type="email" autoComplete="email" inputMode="email" />
      <NewPasswordFields label={t("accounts.password")} confirmationName="confirmPassword" />
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("accounts.administratorButton")}
      </SubmitButton>
      {/* The server redirects the login to this page; this link stays in the browser. */}
      <p className="text-center text-13 text-ink-3">
        {t("accounts.haveAccount")}{" "}
        <Link to="/auth/login" className={publicPageLinkClass}>
          {t("accounts.signIn")}
        </Link>
      </p>
    </Form>
  );
}
