/** Requests to join: answered on the row, or several at once. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { joining, type JoinRequest, MAX_JOIN_MESSAGE_LENGTH } from "#contract/joining.ts";
import { optionalText } from "#contract/kit.ts";
import { members } from "#contract/members.ts";
import { customers } from "#contract/customers.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Avatar } from "#web/kit/ui/avatar.tsx";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { roleName } from "#web/members/member-badges.tsx";

/** As many as can be answered at once. */
const SHOWN = 100;

const affectedEndpoints = [joining.requests, members.list, customers.list];

function useAnswers(onAnswered: () => void) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const answer = useMutation({
    ...endpointMutation(joining.answerRequests),
    onSuccess: ({ data: { answered } }) => {
      const description = t("joining.answered", { count: answered.length });
      toast({ description, variant: "success", duration: OUTCOME_TOAST_MS });
      onAnswered();
    },
    // Somebody else may have answered: read the list again.
    onSettled: () => Promise.all(affectedEndpoints.map(({ name }) => cache.invalidateQueries({ queryKey: [name] }))),
  });
  return {
    isPending: answer.isPending,
    approve: (ids: string[]) => answer.mutate({ params: { organizationId }, body: { ids, answer: "approve" } }),
    decline: (ids: string[], reason: string | null | undefined) =>
      answer.mutateAsync({ params: { organizationId }, body: { ids, answer: "decline", reason } }),
  };
}

export function JoinRequests() {
  const t = useTranslation();
  const { organizationId } = useScope();
  const request = { params: { organizationId }, query: { status: "open" as const, per_page: SHOWN } };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(joining.requests, request),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [declined, setDeclined] = useState<JoinRequest[]>();
  const answers = useAnswers(() => setChosen(new Set()));
  const rows = data?.data ?? [];
  const selected = rows.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => new Set([...[...before].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]));
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  return (
    <Card
      title={
        <>
          {t("joining.requests")} <span className="ml-1 font-normal text-ink-3 tnum">{data.meta.total}</span>
        </>
      }
      action={
        rows.length > 1 && (
          <CheckBox
            label={t("joining.selectAll")}
            checked={selected.length === rows.length}
            mixed={selected.length > 0 && selected.length < rows.length}
            onChange={(isChosen) =>
              choose(
                rows.map(({ id }) => id),
                isChosen,
              )
            }
          />
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={Inbox} title={t("joining.noRequests")}>
          {t("joining.noRequestsText")}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line" aria-label={t("joining.requests")}>
          {rows.map((row) => (
            <RequestRow
              key={row.id}
              request={row}
              isChosen={chosen.has(row.id)}
              isBusy={answers.isPending}
              onChoose={rows.length > 1 ? (isChosen) => choose([row.id], isChosen) : undefined}
              onApprove={() => answers.approve([row.id])}
              onDecline={() => setDeclined([row])}
            />
          ))}
        </ul>
      )}
      {selected.length > 0 && (
        <section
          aria-label={t("joining.selected", { count: selected.length })}
          className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 rounded-b-[inherit] border-t border-line bg-raised p-3"
        >
          <p className="mr-auto text-13 font-medium tnum">{t("joining.selected", { count: selected.length })}</p>
          <Button aria-haspopup="dialog" disabled={answers.isPending} onClick={() => setDeclined(selected)}>
            {t("joining.declineCount", { count: selected.length })}
          </Button>
          <Button
            variant="primary"
            pending={answers.isPending}
            onClick={() => answers.approve(selected.map(({ id }) => id))}
          >
            {t("joining.approveCount", { count: selected.length })}
          </Button>
        </section>
      )}
      <DeclineDialog requests={declined} onClose={() => setDeclined(undefined)} onDecline={answers.decline} />
    </Card>
  );
}

interface RequestRowProps {
  request: JoinRequest;
  isChosen: boolean;
  isBusy: boolean;
  /** Undefined where there is nothing to choose among. */
  onChoose: ((isChosen: boolean) => void) | undefined;
  onApprove: () => void;
  onDecline: () => void;
}

function RequestRow({ request, isChosen, isBusy, onChoose, onApprove, onDecline }: RequestRowProps) {
  const t = useTranslation();
  const { date } = useDateFormats();
  const { full_name: name, email, message, role, isByLink, created_at: at } = request;
  const asked = t(isByLink ? "joining.askedByLink" : "joining.asked", { date: date(at) });
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      {onChoose && (
        <CheckBox
          label={<span className="sr-only">{t("joining.selectRequest", { name })}</span>}
          checked={isChosen}
          onChange={onChoose}
        />
      )}
      <Avatar name={name} size="md" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-13">
          <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
          <Badge>{roleName(t, role)}</Badge>
        </p>
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere] tnum">
          {email} · {asked}
        </p>
        {message && <p className="mt-1 text-13 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">{message}</p>}
      </div>
      <div className="ml-auto flex gap-2">
        <Button
          aria-haspopup="dialog"
          aria-label={`${t("joining.decline")} ${name}`}
          disabled={isBusy}
          onClick={onDecline}
        >
          {t("joining.decline")}
        </Button>
        <Button variant="primary" aria-label={`${t("joining.approve")} ${name}`} disabled={isBusy} onClick={onApprove}>
          {t("joining.approve")}
        </Button>
      </div>
    </li>
  );
}

const DeclineDraft = z.strictObject({ reason: optionalText(MAX_JOIN_MESSAGE_LENGTH) });

interface DeclineDialogProps {
  /** Undefined while the dialog is closed. */
  requests: JoinRequest[] | undefined;
  onClose: () => void;
  onDecline: (ids: string[], reason: string | null | undefined) => Promise<unknown>;
}

function DeclineDialog({ requests, onClose, onDecline }: DeclineDialogProps) {
  const t = useTranslation();
  const count = requests?.length ?? 0;
  const [only] = requests ?? [];
  return (
    <Dialog
      open={requests !== undefined}
      onOpenChange={onClose}
      title={
        only && count === 1
          ? t("joining.declineTitle", { name: only.full_name })
          : t("joining.declineSeveral", { count })
      }
      description={t("joining.declineText")}
    >
      {requests && (
        <Form
          schema={DeclineDraft}
          defaultValues={{ reason: "" }}
          guard={false}
          onSubmit={async ({ reason }) => {
            await onDecline(
              requests.map(({ id }) => id),
              reason,
            );
            onClose();
          }}
        >
          <TextareaField
            name="reason"
            label={t("joining.reason")}
            hint={t("joining.reasonHint")}
            maxLength={MAX_JOIN_MESSAGE_LENGTH}
            rows={3}
          />
          <FormActions>
            <Button onClick={onClose}>{t("kit.cancel")}</Button>
            <SubmitButton variant="danger">{t("joining.decline")}</SubmitButton>
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}
