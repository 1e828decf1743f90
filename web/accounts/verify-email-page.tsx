/** Target of the link in the mail. It waits for a click, because mail scanners open links and would use the token up. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { token } from "#web/kit/data/session.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { PublicPageHeading } from "./public-layout.tsx";
import { confirmEmail } from "./start-session.ts";

export function VerifyEmailPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const link = useSearch({ strict: false, select: (search: { token?: string }) => search.token });
  const signedIn = token.get() !== null;
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const confirm = async (linkToken: string) => {
    setPending(true);
    const wrong = await confirmEmail(linkToken);
    setPending(false);
    if (wrong) setRefusal(wrong);
    else await navigate({ to: signedIn ? "/overview" : "/auth/login", replace: true });
  };
  if (link === undefined || refusal !== undefined) {
    return (
      <div className="grid gap-6">
        <PublicPageHeading title={t("accounts.confirmFailedTitle")}>
          {refusal ?? t("accounts.confirmMissing")}
        </PublicPageHeading>
        <Link to={signedIn ? "/email-verification" : "/auth/login"} className={buttonClass("primary", "lg", "w-full")}>
          {t(signedIn ? "accounts.askAgain" : "accounts.signIn")}
        </Link>
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t("accounts.confirmTitle")}>{t("accounts.confirmIntro")}</PublicPageHeading>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        autoFocus
        pending={pending}
        onClick={() => void confirm(link)}
      >
        {t("accounts.confirmButton")}
      </Button>
    </div>
  );
}
