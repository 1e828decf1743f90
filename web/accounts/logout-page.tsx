import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { accounts } from "#contract/accounts.ts";
import { ApiError, call } from "#web/kit/data/api.ts";
import { clearSession, forgetDevice, token } from "#web/kit/data/session.ts";
import { Button, buttonClass, Spinner } from "#web/kit/ui/button.tsx";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { t, useTranslation } from "#web/kit/format/translation.ts";
import { PublicPageHeading } from "./public-layout.tsx";

/**
 * Ends the session here and on the server. A 401 counts as success: the server no longer knows the session. On a device
 * that is offline it ends here alone: nothing of the account may stay there.
 */
async function logOut(): Promise<boolean> {
  if (token.get() === null) return true;
  let description = t("accounts.loggedOut");
  try {
    await forgetDevice();
    await call(accounts.logout, undefined, { quiet: true });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 0 && !navigator.onLine) description = t("accounts.loggedOutHere");
    else if (status !== 401) {
      toast({ description: t("accounts.logoutFailed"), variant: "error", duration: OUTCOME_TOAST_MS });
      return false;
    }
  }
  clearSession();
  toast({ description, variant: "success", duration: OUTCOME_TOAST_MS });
  return true;
}

let logoutInProgress: Promise<boolean> | undefined;
/** One request, even if React mounts the page again meanwhile. */
export const logOutOnce = () => (logoutInProgress ??= logOut().finally(() => (logoutInProgress = undefined)));

export function LogoutPage() {
  const words = useTranslation();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isMounted = true;
    void logOutOnce().then((done) => {
      if (!isMounted) return undefined;
      return done ? navigate({ to: "/auth/login", replace: true }) : setFailed(true);
    });
    return () => {
      isMounted = false;
    };
  }, [attempt, navigate]);
  if (!failed) {
    return (
      <div className="grid justify-items-start gap-6">
        <PublicPageHeading title={words("accounts.loggingOut")} />
        <Spinner className="size-6 text-ink-3" />
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <PublicPageHeading title={words("accounts.logoutFailed")}>{words("accounts.logoutFailedText")}</PublicPageHeading>
      <div className="grid gap-2">
        <Button
          variant="primary"
          size="lg"
          onClick={() => {
            setFailed(false);
            setAttempt(attempt + 1);
          }}
        >
          {words("general.tryAgain")}
        </Button>
        <Link to="/overview" className={buttonClass("secondary", "lg")}>
          {words("accounts.backToApp")}
        </Link>
      </div>
    </div>
  );
}
