/**
 * Target of the links in the mails about another email. It waits for a click, because mail scanners open links and would use
 * the token up.
 */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { accounts } from "#contract/accounts.ts";
import { emailChanges } from "#contract/email-changes.ts";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { ApiError, call } from "#web/kit/data/api.ts";
import { clearSession, token } from "#web/kit/data/session.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";

/** @returns the page to open then */
async function change(linkToken: string): Promise<string> {
  await call(emailChanges.confirm, { body: { token: linkToken } });
  if (token.get() === null) return "/auth/login";
  const { queryClient } = await import("#web/kit/data/query-client.ts");
  // Load the user again: the address is another one now.
  queryClient.removeQueries({ queryKey: [accounts.user.name] });
  return "/settings/profile";
}

/** Ends the session here as well. @returns the page to open then */
async function takeBack(linkToken: string): Promise<string> {
  const { data } = await call(emailChanges.undo, { body: { token: linkToken } });
  clearSession();
  return `/auth/reset-password?${new URLSearchParams({ email: data.email }).toString()}`;
}

export function EmailChangePage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const { token: link, undo } = useSearch({
    strict: false,
    select: (search: { token?: string; undo?: string }) => search,
  });
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const run = (linkToken: string) => {
    setPending(true);
    (undo ? takeBack(linkToken) : change(linkToken))
      .then((href) => navigate({ href, replace: true }))
      .catch((error: unknown) => {
        const wrong = error instanceof ApiError ? error.errors?.["token"] : undefined;
        setRefusal(wrong?.join(" ") ?? (error instanceof Error ? error.message : t("kit.wrong")));
      })
      .finally(() => setPending(false));
  };
  if (link === undefined || refusal !== undefined)
    return (
      <div className="grid gap-6">
        <PublicPageHeading title={t("accounts.confirmFailedTitle")}>
          {refusal ?? t("accounts.confirmMissing")}
        </PublicPageHeading>
        <Link
          to={token.get() === null ? "/auth/login" : "/settings/email"}
          className={buttonClass("primary", "lg", "w-full")}
        >
          {t(token.get() === null ? "accounts.signIn" : "accounts.changeEmail")}
        </Link>
      </div>
    );
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t(undo ? "email-changes.undoTitle" : "email-changes.confirmTitle")}>
        {t(undo ? "email-changes.undoIntro" : "email-changes.confirmIntro")}
      </PublicPageHeading>
      <Button variant="primary" size="lg" className="w-full" autoFocus pending={pending} onClick={() => run(link)}>
        {t(undo ? "email-changes.undoButton" : "email-changes.confirmButton")}
      </Button>
    </div>
  );
}
