/** Asks a person to confirm the email address (email verification), and sends the mail again. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { LogOut, RotateCw, Send } from "lucide-react";
import { useCallback, useEffect, useId, useState } from "react";
import { accounts, ConfirmationCodeDraft } from "#contract/accounts.ts";
import { ApiError, call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { queryClient } from "#web/kit/data/query-client.ts";
import { Form, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { Button, buttonClass } from "#web/kit/ui/button.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { userQuery, useUser } from "#web/kit/data/scope.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { showJoinOutcome } from "./join-outcome.ts";
import { PublicPageHeading } from "./public-layout.tsx";

/** Seconds between two mails. The server enforces the same limit. */
const RESEND_COOLDOWN_SECONDS = 30;

function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const count = () => {
      const now = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(now);
      if (now === 0) setUntil(0);
    };
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = useCallback((seconds: number) => setUntil(performance.now() + seconds * 1000), []);
  return [left, start];
}

export function EmailVerificationPage() {
  const t = useTranslation();
  const id = useId();
  const router = useRouter();
  const user = useUser();
  const [left, startCountdown] = useCountdown();
  const status = useQuery({
    ...endpointQuery(accounts.verificationStatus, undefined, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
  const wait = status.data?.data.resendInSeconds;
  useEffect(() => {
    if (wait) startCountdown(wait);
    // Only when the server says so: the count goes on by itself.
  }, [wait, startCountdown]);
  const resend = useMutation({
    ...endpointMutation(accounts.resendVerification),
    onSuccess: () => startCountdown(RESEND_COOLDOWN_SECONDS),
    onError: (error) => {
      if (error instanceof ApiError && error.retryAfter) startCountdown(error.retryAfter);
    },
  });
  const refresh = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...userQuery(), staleTime: 0 }),
    onSuccess: ({ data }) => {
      if (data.emailVerifiedAt === null)
        toast({ id: "unverified", description: t("accounts.stillUnverified"), duration: OUTCOME_TOAST_MS });
      // The guard of this page leads verified people to the overview.
      else return router.invalidate();
    },
  });
  return (
    <div className="grid gap-5">
      <PublicPageHeading title={t("accounts.verifyTitle")}>{t("accounts.verifyIntro")}</PublicPageHeading>
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-13 font-medium">
          {t("accounts.email")}
        </label>
        <Input id={id} type="email" value={user.email} disabled />
      </div>
      <CodeForm />
      <div className="grid gap-2">
        <Button
          size="lg"
          disabled={left > 0 || status.isPending}
          pending={resend.isPending}
          onClick={() => resend.mutate({ body: {} })}
          className="tnum"
        >
          {!resend.isPending && <Send aria-hidden />}
          {left > 0 ? t("accounts.resendIn", { seconds: left }) : t("accounts.resend")}
        </Button>
        <Button size="lg" pending={refresh.isPending} onClick={() => refresh.mutate()}>
          {!refresh.isPending && <RotateCw aria-hidden />}
          {t("accounts.refresh")}
        </Button>
        <Link to="/auth/logout" preload={false} className={buttonClass("ghost", "lg")}>
          <LogOut aria-hidden />
          {t("accounts.logout")}
        </Link>
      </div>
    </div>
  );
}

/** The code of the mail: mail programs open links in a browser of their own. */
function CodeForm() {
  const t = useTranslation();
  const router = useRouter();
  return (
    <Form
      schema={ConfirmationCodeDraft}
      defaultValues={{ code: "" }}
      guard={false}
      onSubmit={async (body) => {
        const { data } = await call(accounts.confirmEmail, { body });
        showJoinOutcome(data?.join);
        await queryClient.fetchQuery({ ...userQuery(), staleTime: 0 });
        // The guard of this page leads verified people to the overview.
        await router.invalidate();
      }}
    >
      <TextField
        name="code"
        label={t("accounts.code")}
        hint={t("accounts.codeHint")}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
      />
      <SubmitButton size="lg" className="w-full">
        {t("accounts.confirmButton")}
      </SubmitButton>
    </Form>
  );
}
