/** The second step of a sign-in: a code of the authenticator app, a passkey, or a recovery code. */
import { Link, redirect, useNavigate } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { SecondFactorRequest } from "#contract/accounts.ts";
import type { Draft } from "#contract/kit.ts";
import { CodeStepDraft, secondFactors } from "#contract/second-factors.ts";
import { addDeviceToken } from "#web/accounts/device-tokens.ts";
import { PublicPageHeading, publicPageLinkClass } from "#web/accounts/public-layout.tsx";
import { loginRedirect, startSession, toSafeReturnPath, waitingSignIn } from "#web/accounts/start-session.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { token } from "#web/kit/data/session.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";

const loadCeremonies = () => import("./passkey-ceremonies.ts");

type SecondFactorMethod = SecondFactorRequest["second_factor"]["methods"][number];

const loginOf = (back: unknown) => loginRedirect(toSafeReturnPath(back));

/** The login decides where somebody goes who has signed in meanwhile, such as with the back button. */
export function requireWaitingSignIn(): void {
  const { request, back } = waitingSignIn;
  if (!request || token.get() !== null) throw redirect(loginOf(back));
}

export function SecondStepPage() {
  const t = useTranslation();
  const navigate = useNavigate();
  const [isRecovery, setIsRecovery] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  // As it was when the page opened: the session's start ends it.
  const [{ request, back }] = useState(() => ({ ...waitingSignIn }));
  const leave = () => {
    waitingSignIn.request = undefined;
    return navigate(loginOf(back));
  };
  const has = (method: SecondFactorMethod) => request?.methods.includes(method) ?? false;
  const finish = async (body: Draft<typeof secondFactors.signIn>) => {
    try {
      const { data } = await call(secondFactors.signIn, { body }, { quiet: "outcome" });
      waitingSignIn.request = undefined;
      addDeviceToken(data.device_token);
      await startSession(data.access_token, { greet: true });
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors?.["ticket"] : undefined;
      if (!wrong) throw error;
      toast({ description: wrong.join(" "), variant: "error", duration: OUTCOME_TOAST_MS });
      await leave();
      return false;
    }
    return navigate({ href: toSafeReturnPath(back), replace: true });
  };
  const signIn = async () => {
    const ticket = request?.ticket ?? "";
    const { signWithPasskey } = await loadCeremonies();
    const options = await call(secondFactors.requestSecondStep, { body: { ticket } }, { quiet: "reason" });
    const assertion = await signWithPasskey(options.data);
    if (assertion) await finish({ ticket, assertion });
  };
  const passkeyButton = has("passkey") && (
    <Button
      size="lg"
      className="w-full"
      pending={isAsking}
      onClick={() => {
        setIsAsking(true);
        // A toast has said what went wrong.
        void signIn()
          .catch(() => {})
          .finally(() => setIsAsking(false));
      }}
    >
      <KeyRound aria-hidden />
      {t("second-factors.usePasskey")}
    </Button>
  );
  if (!has("totp") && !isRecovery)
    return (
      <div className="grid gap-6">
        <PublicPageHeading title={t("second-factors.stepTitle")}>
          {t("second-factors.stepPasskeyIntro")}
        </PublicPageHeading>
        {passkeyButton}
        <StepLinks back={back} onSwitch={() => setIsRecovery(true)} switchLabel={t("second-factors.useRecoveryCode")} />
      </div>
    );
  return (
    <div className="grid gap-6">
      <Form
        key={String(isRecovery)}
        schema={CodeStepDraft}
        defaultValues={{ ticket: request?.ticket ?? "", code: "" }}
        guard={false}
        onSubmit={finish}
      >
        <PublicPageHeading title={t("second-factors.stepTitle")}>
          {t(isRecovery ? "second-factors.stepRecoveryIntro" : "second-factors.stepIntro")}
        </PublicPageHeading>
        <TextField
          name="code"
          label={t(isRecovery ? "second-factors.stepRecoveryCode" : "second-factors.code")}
          autoComplete={isRecovery ? "off" : "one-time-code"}
          inputMode={isRecovery ? "text" : "numeric"}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <SubmitButton size="lg" className="mt-1 w-full">
          {t("accounts.signIn")}
        </SubmitButton>
      </Form>
      {!isRecovery && passkeyButton}
      <StepLinks
        back={back}
        onSwitch={() => setIsRecovery(!isRecovery)}
        switchLabel={t(
          !isRecovery
            ? "second-factors.useRecoveryCode"
            : has("totp")
              ? "second-factors.useApp"
              : "second-factors.usePasskey",
        )}
      />
    </div>
  );
}

function StepLinks({ back, onSwitch, switchLabel }: { back: unknown; onSwitch: () => void; switchLabel: string }) {
  const t = useTranslation();
  return (
    <p className="flex flex-wrap justify-between gap-x-4 gap-y-2">
      <button type="button" className={publicPageLinkClass} onClick={onSwitch}>
        {switchLabel}
      </button>
      <Link {...loginOf(back)} className={publicPageLinkClass}>
        {t("accounts.backToLogin")}
      </Link>
    </p>
  );
}
