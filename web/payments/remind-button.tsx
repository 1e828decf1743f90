/** Mails customers what they owe. Many debts go in several requests: each has a limit. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import { MAX_REMINDERS_AT_ONCE, payments } from "#contract/payments.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button, type ButtonSize } from "#web/kit/ui/button.tsx";
import { toast } from "#web/kit/ui/toast-store.ts";

interface RemindButtonProps {
  /** Debts are named by their events. */
  eventIds: readonly string[];
  onSent?: (eventIds: readonly string[]) => void;
  className?: string;
  size?: ButtonSize;
}

export function RemindButton({ eventIds, onSent, className = "", size = "md" }: RemindButtonProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const remind = useMutation(endpointMutation(payments.remind));
  const send = async () => {
    const sent: string[] = [];
    const refused: { reason: string }[] = [];
    try {
      for (let start = 0; start < eventIds.length; start += MAX_REMINDERS_AT_ONCE) {
        const body = { eventIds: eventIds.slice(start, start + MAX_REMINDERS_AT_ONCE) };
        const { data } = await remind.mutateAsync({ params: { organizationId }, body });
        sent.push(...data.sent.map(({ eventId }) => eventId));
        refused.push(...data.refused);
      }
    } catch {
      // The request has shown its error.
    }
    const [first] = refused;
    if (sent.length > 0)
      toast({
        description: [
          t("payments.remindersSent", { count: sent.length }),
          first && t("payments.remindersRefused", { count: refused.length, reason: first.reason }),
        ]
          .filter(Boolean)
          .join(". "),
      });
    onSent?.(sent);
    invalidatePaymentQueries(cache);
  };
  return (
    <Button className={className} size={size} pending={remind.isPending} onClick={() => void send()}>
      <BellRing aria-hidden />
      {t("payments.remind")}
    </Button>
  );
}
