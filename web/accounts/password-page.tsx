import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { Laptop, LogOut, Smartphone } from "lucide-react";
import { accounts, ChangePasswordDraft, type Session } from "#contract/accounts.ts";
import { call, endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { Form, FormActions, ResetButton, SubmitButton } from "#web/kit/form/form.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { useUser } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function PasswordPage() {
  const t = useTranslation();
  const cache = useQueryClient();
  const { email } = useUser();
  return (
    <Page title={t("accounts.password")}>
      <div className="grid gap-6">
        <FormSection title={t("accounts.changePassword")} hint={t("accounts.passwordText")}>
          <Card padded>
            <Form
              schema={ChangePasswordDraft}
              defaultValues={{ old_password: "", password: "", password_confirmation: "", endCalendar: false }}
              afterSubmit="clear"
              onSubmit={async (body) => {
                await call(accounts.changePassword, { body });
                await cache.invalidateQueries({ queryKey: [accounts.sessions.name] });
              }}
            >
              {/* Password managers read from this input which account the password belongs to. */}
              <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
              <TextField
                name="old_password"
                label={t("accounts.oldPassword")}
                type="password"
                autoComplete="current-password"
              />
              <NewPasswordFields />
              <SwitchField name="endCalendar" label={t("accounts.endCalendar")} hint={t("accounts.endCalendarHint")} />
              <FormActions>
                <ResetButton />
                <SubmitButton>{t("accounts.changePassword")}</SubmitButton>
              </FormActions>
            </Form>
          </Card>
        </FormSection>
        <FormSection title={t("accounts.sessions")} hint={t("accounts.sessionsText")}>
          <Sessions />
        </FormSection>
      </div>
    </Page>
  );
}

const sessionRowClass = "flex min-h-16 items-center gap-3 px-4 py-2.5";

function Sessions() {
  const t = useTranslation();
  const { data, isPending } = useQuery(endpointQuery(accounts.sessions, undefined));
  if (!isPending && !data) {
    return (
      <Card>
        <EmptyState title={t("kit.noResults")} />
      </Card>
    );
  }
  return (
    <Card>
      <ul className="divide-y divide-line" aria-busy={isPending} aria-label={t("accounts.sessions")}>
        {data ? data.data.map((session) => <SessionRow key={session.id} session={session} />) : <PendingRow />}
      </ul>
    </Card>
  );
}

const PendingRow = () => (
  <li className={sessionRowClass}>
    <Skeleton className="size-9 rounded-lg" />
    <span className="grid gap-1.5">
      <Skeleton className="h-3.5 w-40" />
      <Skeleton className="h-3 w-28" />
    </span>
  </li>
);

function SessionRow({ session }: { session: Session }) {
  const t = useTranslation();
  const dates = useDateFormats();
  const cache = useQueryClient();
  const end = useMutation({
    ...endpointMutation(accounts.endSession),
    onSuccess: () => cache.invalidateQueries({ queryKey: [accounts.sessions.name] }),
  });
  const Icon = /android|iphone|ios\b|mobile/i.test(session.device) ? Smartphone : Laptop;
  return (
    <li className={sessionRowClass}>
      <span className="grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-ink-3">
        <Icon className="size-4" aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="text-13 font-medium">{session.device}</span>
          {session.current && <Badge tone="lime">{t("accounts.thisDevice")}</Badge>}
        </span>
        <span className="block text-xs text-ink-3 tnum [overflow-wrap:anywhere]">
          <span className="max-sm:block">{session.address ?? t("accounts.addressUnknown")}</span>
          <span className="max-sm:hidden"> · </span>
          {t("accounts.lastUsed", { at: dates.dateTime(session.last_used_at) })}
        </span>
      </span>
      {!session.current && (
        <ConfirmButton
          label={
            <>
              <LogOut className="sm:hidden" aria-hidden />
              <span className="max-sm:sr-only">{t("accounts.endSession")}</span>
            </>
          }
          aria-label={t("accounts.endSessionOf", { device: session.device })}
          title={t("accounts.endSessionTitle", { device: session.device })}
          confirm={t("accounts.endSession")}
          onConfirm={() => end.mutateAsync({ params: { sessionId: session.id } })}
        >
          {t("accounts.endSessionText")}
        </ConfirmButton>
      )}
    </li>
  );
}
