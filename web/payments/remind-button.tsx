/** Shows the mails that remind customers of what they owe, and sends them. Many debts go in several requests: each has a limit. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { useState } from "react";
import { MAX_REMINDERS_AT_ONCE, type MailPreview, payments } from "#contract/payments.ts";
import { ApiError, call, endpointMutation, firstErrorMessage } from "#web/kit/data/api.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, type ButtonSize } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { toast } from "#web/kit/ui/toast-store.ts";

/** Debts are named by their bookings, or by their charges. */
type DebtNames =
  | { eventIds: readonly string[]; chargeIds?: never }
  | { chargeIds: readonly string[]; eventIds?: never };

type RemindButtonProps = DebtNames & {
  /** @param ids as the debts were named */
  onSent?: (ids: readonly string[]) => void;
  className?: string;
  size?: ButtonSize;
};

export function RemindButton({ onSent, className = "", size = "md", ...names }: RemindButtonProps) {
  const t = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        className={className}
        size={size}
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setIsOpen(true)}
      >
        <BellRing aria-hidden />
        {t("payments.remind")}
      </Button>
      {isOpen && <RemindDialog {...names} onSent={onSent} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type RemindDialogProps = DebtNames & {
  onSent: RemindButtonProps["onSent"] | undefined;
  onClose: () => void;
};

const MAX_SHOWN = 3;

function RemindDialog({ onSent, onClose, ...given }: RemindDialogProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  // The list behind changes while the mails are sent.
  const [names] = useState<DebtNames>(given);
  const params = { organizationId };
  const preview = useQuery({
    queryKey: ["remind-preview", organizationId, names],
    queryFn: async () => {
      const answers = [];
      for (const body of splitParts(names))
        answers.push((await call(payments.remind, { params, query: { dryRun: "true" }, body }, { quiet: true })).data);
      return {
        mails: answers.flatMap(({ mails }) => mails),
        refused: answers.flatMap(({ refused }) => refused),
      };
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  const { send, isPending } = useReminders(onSent, onClose);
  const { mails = [], refused = [] } = preview.data ?? {};
  const count = mails.length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("payments.remindTitle", { count: Math.max(1, count) })}
      description={t("payments.remindText", { count: Math.max(1, count) })}
    >
      <div className="grid gap-4">
        {preview.isPending && <Skeleton className="h-48 w-full" />}
        {preview.error && (
          <p role="alert" className="rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
            {preview.error instanceof ApiError ? firstErrorMessage(preview.error) : preview.error.message}
          </p>
        )}
        {mails.slice(0, MAX_SHOWN).map((mail) => (
          <MailCard key={`${mail.to} ${mail.subject}`} mail={mail} />
        ))}
        {count > MAX_SHOWN && (
          <p className="text-13 text-ink-3">{t("payments.remindMore", { count: count - MAX_SHOWN })}</p>
        )}
        {refused[0] && (
          <p className="text-13 text-ink-2">
            {t("payments.remindersRefused", { count: refused.length, reason: refused[0].reason })}
          </p>
        )}
        <div className="sticky bottom-0 flex justify-end gap-2 border-t border-line bg-raised pt-3 pb-1">
          <Button onClick={onClose}>{t("kit.cancel")}</Button>
          <Button variant="primary" disabled={count === 0} pending={isPending} onClick={() => void send(names)}>
            {t("payments.remindSend", { count })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function splitParts({ eventIds, chargeIds }: DebtNames): { eventIds?: string[]; chargeIds?: string[] }[] {
  const ids = eventIds ?? chargeIds;
  return Array.from({ length: Math.ceil(ids.length / MAX_REMINDERS_AT_ONCE) }, (_, index) => {
    const part = ids.slice(index * MAX_REMINDERS_AT_ONCE, (index + 1) * MAX_REMINDERS_AT_ONCE);
    return eventIds ? { eventIds: part } : { chargeIds: part };
  });
}

function useReminders(onSent: RemindButtonProps["onSent"], onClose: () => void) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [isPending, setPending] = useState(false);
  const remind = useMutation(endpointMutation(payments.remind));
  const send = async (names: DebtNames) => {
    setPending(true);
    const sent: string[] = [];
    const refused: { reason: string }[] = [];
    try {
      for (const body of splitParts(names)) {
        const { data } = await remind.mutateAsync({ params: { organizationId }, body });
        sent.push(...data.sent.flatMap(({ eventId, chargeId }) => chargeId ?? eventId ?? []));
        refused.push(...data.refused);
      }
    } catch {
      // The request has shown its error.
    }
    const [first] = refused;
    await refetchPaymentQueries(cache);
    setPending(false);
    if (sent.length === 0) return;
    toast({
      description: [
        t("payments.remindersSent", { count: sent.length }),
        first && t("payments.remindersRefused", { count: refused.length, reason: first.reason }),
      ]
        .filter(Boolean)
        .join(". "),
    });
    onSent?.(sent);
    onClose();
  };
  return { send, isPending };
}

/** The words of a mail, in the language of its reader. */
function MailCard({ mail: { to, subject, paragraphs, facts, button, note, closing } }: { mail: MailPreview }) {
  const t = useTranslation();
  return (
    <article className="grid gap-2.5 rounded-lg border border-line bg-sunken px-3.5 py-3 text-13">
      <header className="grid gap-0.5 border-b border-line pb-2.5">
        <span className="truncate text-xs text-ink-3">{t("payments.remindTo", { email: to })}</span>
        <h3 className="font-semibold [overflow-wrap:anywhere]">{subject}</h3>
      </header>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="whitespace-pre-line text-ink-2">
          {paragraph}
        </p>
      ))}
      <dl className="grid gap-1.5">
        {facts.map(({ label, lines }, index) => (
          // Two debts may be named alike.
          <div key={index}>
            <dt className="text-xs text-ink-3">{label}</dt>
            {lines.map((line) => (
              <dd key={line} className="tnum">
                {line}
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {button && <span className="w-fit rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent">{button}</span>}
      {closing && <p className="whitespace-pre-line text-ink-2">{closing}</p>}
      {note && <p className="text-xs text-ink-3">{note}</p>}
    </article>
  );
}
