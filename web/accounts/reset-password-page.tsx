import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { accounts, ResetDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/api.ts";
import { TextField } from "#web/kit/fields.tsx";
import { Form, SubmitButton } from "#web/kit/form.tsx";
import { forget } from "#web/kit/session.ts";
import { useWords } from "#web/kit/words.ts";
import { DoorHeading, doorLink } from "./door-heading.tsx";

export function ResetPasswordPage() {
  const t = useWords();
  const navigate = useNavigate();
  const email = useSearch({ strict: false, select: (search: { email?: string }) => search.email });
  if (email === undefined) return <Navigate to="/auth/forgot-password" replace />;
  return (
    <Form
      schema={ResetDraft}
      defaultValues={{ email, code: "", password: "", password_confirmation: "" }}
      guard={false}
      onSubmit={async (body) => {
        await call(accounts.resetPassword, { body });
        // Every session has ended, the one in this browser too.
        forget();
        await navigate({ to: "/auth/login", replace: true });
      }}
    >
      <DoorHeading title={t("accounts.resetTitle")}>{t("accounts.resetIntro")}</DoorHeading>
      <TextField name="email" label={t("accounts.email")} type="email" autoComplete="username" disabled />
      <TextField
        name="code"
        label={t("accounts.code")}
        hint={t("accounts.codeHint")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        autoFocus
        action={
          <Link to="/auth/forgot-password" search={{ email }} className={doorLink}>
            {t("accounts.newCode")}
          </Link>
        }
      />
      <TextField
        name="password"
        label={t("accounts.newPassword")}
        type="password"
        autoComplete="new-password"
        hint={t("accounts.passwordHint")}
      />
      <TextField name="password_confirmation" label={t("accounts.confirmPassword")} type="password" autoComplete="new-password" />
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("accounts.resetButton")}
      </SubmitButton>
      <Link to="/auth/login" className={`${doorLink} justify-self-center`}>
        {t("accounts.backToLogin")}
      </Link>
    </Form>
  );
}
