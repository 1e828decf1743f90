import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { accounts, ForgotDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/api.ts";
import { TextField } from "#web/kit/fields.tsx";
import { Form, SubmitButton } from "#web/kit/form.tsx";
import { useWords } from "#web/kit/words.ts";
import { DoorHeading, doorLink } from "./door-heading.tsx";

export function ForgotPasswordPage() {
  const t = useWords();
  const navigate = useNavigate();
  const known = useSearch({ strict: false, select: ({ email }: { email?: string }) => email });
  return (
    <Form
      schema={ForgotDraft}
      defaultValues={{ email: known ?? "" }}
      guard={false}
      onSubmit={async (body) => {
        await call(accounts.forgotPassword, { body });
        await navigate({ to: "/auth/reset-password", search: { email: body.email } });
      }}
    >
      <DoorHeading title={t("accounts.forgotTitle")}>{t("accounts.forgotIntro")}</DoorHeading>
      <TextField name="email" label={t("accounts.email")} type="email" autoComplete="username" inputMode="email" autoFocus />
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("accounts.sendCode")}
      </SubmitButton>
      <Link to="/auth/login" className={`${doorLink} justify-self-center`}>
        {t("accounts.backToLogin")}
      </Link>
    </Form>
  );
}
