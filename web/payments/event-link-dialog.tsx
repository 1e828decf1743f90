/** Sends a link to pay what is due for an event that the page does not show. */
import { useQuery } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import { payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { PaymentLinkForm, toLinkSubject } from "./payment-forms.tsx";

interface EventLinkDialogProps {
  organizationId: string;
  eventId: string;
  onClose: () => void;
}

export function EventLinkDialog({ organizationId, eventId, onClose }: EventLinkDialogProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const params = { organizationId, eventId };
  const event = useQuery(endpointQuery(events.read, { params }, { quiet: true }));
  const summary = useQuery(endpointQuery(payments.ofEvent, { params }, { quiet: true }));
  const answer = summary.data?.data;
  const linkable = answer?.actions.includes("link") ? answer : undefined;
  const description = linkable ? t("payments.sendLinkText", { amount: money(linkable.due, linkable.currency) }) : "";
  const error = event.error ?? summary.error;
  return (
    <Dialog open onOpenChange={onClose} title={t("payments.sendLink")} description={description}>
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void event.refetch();
            void summary.refetch();
          }}
        />
      ) : !event.data || !answer ? (
        <Skeleton className="h-24 w-full" />
      ) : linkable ? (
        <PaymentLinkForm
          subject={toLinkSubject(event.data.data)}
          isKnown={Boolean(event.data.data.customer?.userId)}
          onClose={onClose}
        />
      ) : (
        <>
          <p className="text-13">{answer.refusal ?? t("payments.noLinkNow")}</p>
          <div className="flex justify-end pt-4">
            <Button onClick={onClose}>{t("kit.close")}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
