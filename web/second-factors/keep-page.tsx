/** Target of the link in the mail about a removal. It waits for a click, because mail scanners open links. */
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { secondFactors } from "#contract/second-factors.ts";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { ApiError, call } from "#web/kit/data/api.ts";
import { token } from "#web/kit/data/session.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";

export function KeepSecondFactorPage() {
  const t = useTranslation();
  const link = useSearch({ strict: false, select: (search: { token?: string }) => search.token });
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isKept, setIsKept] = useState(false);
  const keep = (linkToken: string) => {
    setPending(true);
    call(secondFactors.keep, { body: { token: linkToken } })
      .then(() => setIsKept(true))
      .catch((error: unknown) => {
        const wrong = error instanceof ApiError ? error.errors?.["token"] : undefined;
        setRefusal(wrong?.join(" ") ?? (error instanceof Error ? error.message : t("kit.wrong")));
      })
      .finally(() => setPending(false));
  };
  if (link !== undefined && refusal === undefined && !isKept)
    return (
      <div className="grid gap-6">
        <PublicPageHeading title={t("second-factors.keepTitle")}>{t("second-factors.keepIntro")}</PublicPageHeading>
        <Button variant="primary" size="lg" className="w-full" autoFocus pending={pending} onClick={() => keep(link)}>
          {t("second-factors.keep")}
        </Button>
      </div>
    );
  const isSignedIn = token.get() !== null;
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={isKept ? t("second-factors.kept") : t("accounts.confirmFailedTitle")}>
        {isKept ? t("second-factors.keptIntro") : (refusal ?? t("accounts.confirmMissing"))}
      </PublicPageHeading>
      <Link
        to={isSignedIn ? "/settings/second-factor" : "/auth/login"}
        className={buttonClass("primary", "lg", "w-full")}
      >
        {t(isSignedIn ? "second-factors.title" : "accounts.signIn")}
      </Link>
    </div>
  );
}
