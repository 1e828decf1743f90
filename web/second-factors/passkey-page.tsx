/** Signs in with a passkey alone. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { secondFactors } from "#contract/second-factors.ts";
import { addDeviceToken, readDeviceTokens } from "#web/accounts/device-tokens.ts";
import { PublicPageHeading, publicPageLinkClass } from "#web/accounts/public-layout.tsx";
import { loginRedirect, startSession, toSafeReturnPath } from "#web/accounts/start-session.ts";
import { call } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { signWithPasskey } from "./passkey-ceremonies.ts";

export function PasskeyPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const back = useSearch({ strict: false, select: ({ redirect }: { redirect?: string }) => redirect });
  const [pending, setPending] = useState(false);
  const signIn = async () => {
    const assertion = await signWithPasskey(
      (await call(secondFactors.requestSignIn, undefined, { quiet: "reason" })).data,
    );
    if (!assertion) return;
    const body = { assertion, device_tokens: readDeviceTokens() };
    const { data } = await call(secondFactors.signInWithPasskey, { body }, { quiet: "reason" });
    addDeviceToken(data.device_token);
    await startSession(data.access_token, { greet: true });
    await navigate({ href: toSafeReturnPath(back), replace: true });
  };
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t("second-factors.passkeyTitle")}>{t("second-factors.passkeyIntro")}</PublicPageHeading>
      <Button
        variant="primary"
        size="lg"
        pending={pending}
        autoFocus
        onClick={() => {
          setPending(true);
          // A toast has said what went wrong.
          void signIn()
            .catch(() => {})
            .finally(() => setPending(false));
        }}
      >
        <KeyRound aria-hidden />
        {t("second-factors.usePasskey")}
      </Button>
      <p>
        <Link {...loginRedirect(toSafeReturnPath(back))} className={publicPageLinkClass}>
          {t("accounts.backToLogin")}
        </Link>
      </p>
    </div>
  );
}
