/**
 * Target of the link in the mail. It waits for a click, because mail scanners open links and would use the token up. Without
 * a session of the account it requires a password, because anybody may have registered the address.
 */
import { NewPasswordFields } from "./new-password-fields.tsx";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { accounts, NewPasswordDraft } from "#contract/accounts.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { token } from "#web/kit/data/session.ts";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { t as translate, useTranslation } from "#web/kit/format/translation.ts";
import { showJoinOutcome } from "./join-outcome.ts";
import { PublicPageHeading } from "./public-layout.tsx";
import { startSession } from "./start-session.ts";

type Outcome = "confirmed" | "needsPassword" | { refusal: string };

/** Confirms the address for the person who is signed in here. */
async function confirmHere(linkToken: string): Promise<Outcome> {
  try {
    const { data, message = "" } = await call(accounts.confirmEmail, { body: { token: linkToken } }, { quiet: true });
    toast({ description: message, variant: "success", duration: OUTCOME_TOAST_MS });
    showJoinOutcome(data?.join);
  } catch (error) {
    if (!(error instanceof ApiError)) return { refusal: translate("kit.wrong") };
    if (error.errors?.["password"]) return "needsPassword";
    return { refusal: error.errors?.["token"]?.join(" ") ?? error.message };
  }
  const { queryClient } = await import("#web/kit/data/query-client.ts");
  // Load the user again: the address is confirmed now.
  queryClient.removeQueries({ queryKey: [accounts.user.name] });
  return "confirmed";
}

export function VerifyEmailPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const link = useSearch({ strict: false, select: (search: { token?: string }) => search.token });
  const [needsPassword, setNeedsPassword] = useState(token.get() === null);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const confirm = async (linkToken: string) => {
    setPending(true);
    const outcome = await confirmHere(linkToken);
    setPending(false);
    if (outcome === "confirmed") await navigate({ to: "/overview", replace: true });
    else if (outcome === "needsPassword") setNeedsPassword(true);
    else setRefusal(outcome.refusal);
  };
  if (link === undefined || refusal !== undefined) return <WrongLink refusal={refusal} />;
  if (needsPassword) return <ChoosePassword link={link} onRefusal={setRefusal} />;
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

function WrongLink({ refusal }: { refusal: string | undefined }) {
  const t = useTranslation();
  const signedIn = token.get() !== null;
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

/** Proves the address and sets the password at once, as a reset does. */
function ChoosePassword({ link, onRefusal }: { link: string; onRefusal: (refusal: string) => void }) {
  const t = useTranslation();
  const navigate = useNavigate();
  return (
    <Form
      schema={NewPasswordDraft}
      defaultValues={{ password: "", password_confirmation: "" }}
      guard={false}
      onSubmit={async (passwords) => {
        try {
          const { data } = await call(accounts.confirmEmail, { body: { token: link, ...passwords } });
          if (data?.access_token) await startSession(data.access_token, { greet: true });
          showJoinOutcome(data?.join);
        } catch (error) {
          const wrong = error instanceof ApiError ? error.errors?.["token"] : undefined;
          if (!wrong) throw error;
          onRefusal(wrong.join(" "));
          return false;
        }
        return navigate({ to: "/overview", replace: true });
      }}
    >
      <PublicPageHeading title={t("accounts.confirmTitle")}>{t("accounts.confirmPasswordIntro")}</PublicPageHeading>
      <NewPasswordFields autoFocus />
      <SubmitButton size="lg" className="mt-1 w-full">
        {t("accounts.confirmButton")}
      </SubmitButton>
    </Form>
  );
}
