import { useQuery } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import { payments } from "#contract/payments.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { RecordPaymentForm } from "./payment-forms.tsx";

export function RecordPaymentDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const params = { organizationId, eventId };
  const one = useQuery(endpointQuery(events.read, { params }));
  const money = useFreshQuery({ ...endpointQuery(payments.ofEvent, { params }), staleTime: 0 });
  const [event, said] = [one.data?.data, money.data?.data];
  const error = money.error ?? (event ? null : one.error);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={event ? t("payments.recordFor", { name: event.name }) : t("payments.record")}
      description={t("payments.recordText")}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => Promise.all([one.refetch(), money.refetch()])} />
      ) : event && said ? (
        <RecordPaymentForm
          event={event}
          due={said.due}
          wallet={said.wallet}
          currency={said.currency}
          onClose={onClose}
        />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Dialog>
  );
}
