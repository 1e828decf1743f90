/** Callback of single sign-on (redirect URI): the answer of the provider signs in, once. */
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { singleSignOn } from "#contract/single-sign-on.ts";
import { addDeviceToken, readDeviceTokens } from "#web/accounts/device-tokens.ts";
import { PublicPageHeading } from "#web/accounts/public-layout.tsx";
import { loginRedirect, startSession, toSafeReturnPath, waitingSignIn } from "#web/accounts/start-session.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { t as translate, useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { takeRequest, type WaitingRequest } from "./waiting-request.ts";

/** @returns the page to open then */
async function signIn({ secret, back }: WaitingRequest, answer: string): Promise<string> {
  const body = { answer, secret, device_tokens: readDeviceTokens() };
  const { data } = await call(singleSignOn.finish, { body }, { quiet: true });
  if ("second_factor" in data) {
    Object.assign(waitingSignIn, { request: data.second_factor, back });
    return "/auth/second-factor";
  }
  addDeviceToken(data.device_token);
  await startSession(data.access_token, { greet: true });
  return toSafeReturnPath(back);
}

const explain = (error: unknown): string =>
  (error instanceof ApiError && error.errors?.["answer"]?.join(" ")) ||
  (error instanceof Error ? error.message : translate("kit.wrong"));

interface Outcome {
  href?: string;
  refusal?: string;
}
function answer(): Promise<Outcome> {
  const request = takeRequest();
  const query = location.search.slice(1);
  // The code shall not stay in the history.
  history.replaceState(history.state, "", location.pathname);
  if (!request || query === "") return Promise.resolve({ refusal: translate("single-sign-on.expired") });
  return signIn(request, query).then(
    (href) => ({ href }),
    (error: unknown) => ({ refusal: explain(error) }),
  );
}

let outcome: Promise<Outcome> | undefined;
/** The answer counts once, however often the page is drawn. */
function answerOnce(): Promise<Outcome> {
  outcome ??= answer().finally(() => (outcome = undefined));
  return outcome;
}

export function SignOnCallbackPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    void answerOnce().then(({ href, refusal: why }) => {
      if (href !== undefined) return navigate({ href, replace: true });
      setRefusal(why);
      return undefined;
    });
  }, [navigate]);
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={t(refusal === undefined ? "single-sign-on.pending" : "single-sign-on.failed")}>
        {refusal}
      </PublicPageHeading>
      {refusal !== undefined && (
        <Link {...loginRedirect("/overview")} className={buttonClass("primary", "lg", "w-full")}>
          {t("accounts.backToLogin")}
        </Link>
      )}
    </div>
  );
}
