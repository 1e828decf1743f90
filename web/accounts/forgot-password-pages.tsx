/** Pages of a forgotten password: asks for the mail, and sets the new password (reset password) with its code or link. */
import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { accounts, ForgotPasswordDraft, ResetPasswordDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { clearSession } from "#web/kit/data/session.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { readDeviceTokens } from "./device-tokens.ts";
import { PublicPageHeading, publicPageLinkClass } from "./public-layout.tsx";

export function ForgotPasswordPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const email = useSearch({ strict: false, select: ({ email }: { email?: string }) => email });
  return (
    <Form
      schema={ForgotPasswordDraft}
      defaultValues={{ email: email ?? "" }}
      guard={false}
      onSubmit={async (body) => {
        await call(accounts.forgotPassword, { body: { ...body, device_tokens: readDeviceTokens() } });
        await navigate({ to: "/auth/reset-password", search: { email: body.email } });
      }}
    >
      <PublicPageHeading title={t("accounts.forgotTitle")}>{t("accounts.forgotIntro")}</PublicPageHeading>
      <TextField
        name="email"
        label={t("accounts.email")}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
      />
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("accounts.sendCode")}
      </SubmitButton>
      <Link to="/auth/login" className={`${publicPageLinkClass} justify-self-center`}>
        {t("accounts.backToLogin")}
      </Link>
    </Form>
  );
}

export function ResetPasswordPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const email = useSearch({ strict: false, select: (search: { email?: string }) => search.email });
  // The link of the mail brings its own; the digits are for the page that asked for them.
  const linkToken = useSearch({ strict: false, select: (search: { code?: string }) => search.code });
  if (email === undefined) return <Navigate to="/auth/forgot-password" replace />;
  return (
    <Form
      schema={ResetPasswordDraft}
      defaultValues={{ email, code: linkToken ?? "", password: "", password_confirmation: "" }}
      guard={false}
      onSubmit={async (body) => {
        await call(accounts.resetPassword, { body: { ...body, device_tokens: readDeviceTokens() } });
        // The server has ended every session, this browser's too.
        clearSession();
        await navigate({ to: "/auth/login", replace: true });
      }}
    >
      <PublicPageHeading title={t("accounts.resetTitle")}>
        {t(linkToken === undefined ? "accounts.resetIntro" : "accounts.resetLinkIntro")}
      </PublicPageHeading>
      <TextField name="email" label={t("accounts.email")} type="email" autoComplete="username" disabled />
      {linkToken === undefined && <CodeField email={email} />}
      <NewPasswordFields />
      <p className="text-xs text-ink-3">{t("accounts.resetCalendarHint")}</p>
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("accounts.resetButton")}
      </SubmitButton>
      <Link to="/auth/login" className={`${publicPageLinkClass} justify-self-center`}>
        {t("accounts.backToLogin")}
      </Link>
    </Form>
  );
}

function CodeField({ email }: { email: string }) {
  const t = useTranslation();
  return (
    <TextField
      name="code"
      label={t("accounts.code")}
      hint={t("accounts.codeHint")}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      autoFocus
      action={
        <Link to="/auth/forgot-password" search={{ email }} className={publicPageLinkClass}>
          {t("accounts.newCode")}
        </Link>
      }
    />
  );
}
