import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { accounts, RegistrationDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, FormRow, SubmitButton } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { PublicPageHeading, publicPageLinkClass } from "./public-layout.tsx";
import { startSession } from "./start-session.ts";

export function RegisterPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const invited = useSearch({ strict: false, select: ({ email }: { email?: string }) => email });
  const join = invited !== undefined;
  const email = (
    <TextField
      name="email"
      label={t("accounts.email")}
      type="email"
      autoComplete="email"
      inputMode="email"
      key="email"
    />
  );
  return (
    <Form
      schema={RegistrationDraft}
      defaultValues={{ email: invited ?? "", firstName: "", lastName: "", password: "", confirmPassword: "" }}
      guard={false}
      onSubmit={async (body) => {
        const { data } = await call(accounts.register, { body });
        await startSession(data.access_token, { greet: false });
        await navigate({ to: "/overview", replace: true });
      }}
    >
      <PublicPageHeading title={t(join ? "accounts.joinTitle" : "accounts.registerTitle")}>
        {t(join ? "accounts.joinIntro" : "accounts.registerIntro")}
      </PublicPageHeading>
      {join && email}
      <FormRow>
        <TextField name="firstName" label={t("accounts.firstName")} autoComplete="given-name" autoFocus />
        <TextField name="lastName" label={t("accounts.lastName")} autoComplete="family-name" />
      </FormRow>
      {!join && email}
      <TextField
        name="password"
        label={t("accounts.password")}
        type="password"
        autoComplete="new-password"
        hint={t("accounts.passwordHint")}
      />
      <TextField
        name="confirmPassword"
        label={t("accounts.confirmPassword")}
        type="password"
        autoComplete="new-password"
      />
      <SubmitButton size="lg" className="mt-1 w-full">
        {t(join ? "accounts.joinButton" : "accounts.registerButton")}
      </SubmitButton>
      <p className="text-center text-13 text-ink-3">
        {t("accounts.haveAccount")}{" "}
        <Link to="/auth/login" className={publicPageLinkClass}>
          {t("accounts.signIn")}
        </Link>
      </p>
    </Form>
  );
}
