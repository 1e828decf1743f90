import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { accounts } from "#contract/accounts.ts";
import { ApiError, call } from "#web/kit/api.ts";
import { forget, token } from "#web/kit/session.ts";
import { Button, buttonClass, Spinner } from "#web/kit/button.tsx";
import { outcomeDuration, toast } from "#web/kit/toast.ts";
import { t, useWords } from "#web/kit/words.ts";
import { DoorHeading } from "./door-heading.tsx";

/** Ends the session here and on the server. One that the server no longer knows is over as well. */
async function logOut(): Promise<boolean> {
  if (token.get() === null) return true;
  try {
    await call(accounts.logout, undefined, { quiet: true });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) {
      toast({ description: t("accounts.logoutFailed"), variant: "error", duration: outcomeDuration });
      return false;
    }
  }
  forget();
  toast({ description: t("accounts.loggedOut"), variant: "success", duration: outcomeDuration });
  return true;
}

let leaving: Promise<boolean> | undefined;
/** One call, however many times the page is drawn meanwhile. */
const logOutOnce = () => (leaving ??= logOut().finally(() => (leaving = undefined)));

export function LogoutPage() {
  const words = useWords();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let here = true;
    void logOutOnce().then((done) => {
      if (!here) return undefined;
      return done ? navigate({ to: "/auth/login", replace: true }) : setFailed(true);
    });
    return () => {
      here = false;
    };
  }, [attempt, navigate]);
  if (!failed) {
    return (
      <div className="grid justify-items-start gap-6">
        <DoorHeading title={words("accounts.loggingOut")} />
        <Spinner className="size-6 text-ink-3" />
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <DoorHeading title={words("accounts.logoutFailed")}>{words("accounts.logoutFailedText")}</DoorHeading>
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
