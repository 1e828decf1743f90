import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { accounts, LoginDraft } from "#contract/accounts.ts";
import { call } from "#web/kit/data/api.ts";
import { listModules } from "#web/kit/data/modules.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { addDeviceToken, readDeviceTokens } from "./device-tokens.ts";
import { PublicPageHeading, publicPageLinkClass } from "./public-layout.tsx";
import { startSession, toSafeReturnPath, waitingSignIn } from "./start-session.ts";

const signInOptions = listModules().flatMap(({ signInOption }) => (signInOption ? [lazy(signInOption)] : []));

export function LoginPage() {
  "use no memo"; // It is drawn once, and the compiled memory of it would be a third of its own script.
  const t = useTranslation();
  const navigate = useNavigate();
  const back = useSearch({ strict: false, select: ({ redirect }: { redirect?: string }) => redirect });
  return (
    <Form
      schema={LoginDraft}
      defaultValues={{ email: "", password: "" }}
      guard={false}
      onSubmit={async (body) => {
        const { data } = await call(accounts.login, { body: { ...body, device_tokens: readDeviceTokens() } });
        if ("second_factor" in data) {
          Object.assign(waitingSignIn, { request: data.second_factor, back });
          return navigate({ to: "/auth/second-factor" });
        }
        addDeviceToken(data.device_token);
        await startSession(data.access_token, { greet: true });
        return navigate({ href: toSafeReturnPath(back), replace: true });
      }}
    >
      <PublicPageHeading title={t("accounts.loginTitle")}>{t("accounts.loginIntro")}</PublicPageHeading>
      <TextField
        name="email"
        label={t("accounts.email")}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
      />
      <TextField
        name="password"
        label={t("accounts.password")}
        type="password"
        autoComplete="current-password"
        action={
          <Link to="/auth/forgot-password" className={publicPageLinkClass}>
            {t("accounts.forgot")}
          </Link>
        }
      />
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("accounts.signIn")}
      </SubmitButton>
      <Link to="/auth/passkey" search={{ redirect: back }} className={publicPageLinkClass}>
        {t("second-factors.passkeyTitle")}
      </Link>
      <Suspense>
        {signInOptions.map((Option, index) => (
          <Option key={index} back={back} />
        ))}
      </Suspense>
    </Form>
  );
}
