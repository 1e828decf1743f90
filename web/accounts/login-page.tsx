import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { accounts, LoginDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/api.ts";
import { TextField } from "#web/kit/fields.tsx";
import { Form, SubmitButton } from "#web/kit/form.tsx";
import { useWords } from "#web/kit/words.ts";
import { DoorHeading, doorLink } from "./door-heading.tsx";
import { enter } from "./enter.ts";
import { safeReturn } from "./return-path.ts";

export function LoginPage() {
  const t = useWords();
  const navigate = useNavigate();
  const back = useSearch({ strict: false, select: ({ redirect }: { redirect?: string }) => redirect });
  return (
    <Form
      schema={LoginDraft}
      defaultValues={{ email: "", password: "" }}
      guard={false}
      onSubmit={async (body) => {
        const { data } = await call(accounts.login, { body });
        await enter(data.access_token, { greet: true });
        await navigate({ href: safeReturn(back), replace: true });
      }}
    >
      <DoorHeading title={t("accounts.loginTitle")}>{t("accounts.loginIntro")}</DoorHeading>
      <TextField name="email" label={t("accounts.email")} type="email" autoComplete="username" inputMode="email" autoFocus />
      <TextField
        name="password"
        label={t("accounts.password")}
        type="password"
        autoComplete="current-password"
        action={
          <Link to="/auth/forgot-password" className={doorLink}>
            {t("accounts.forgot")}
          </Link>
        }
      />
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("accounts.signIn")}
      </SubmitButton>
    </Form>
  );
}
