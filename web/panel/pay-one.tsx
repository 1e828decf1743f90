/** What was paid at the desk, asked for by a key. */
import { useQuery } from "@tanstack/react-query";
import { events } from "#contract/events.ts";
import { payments } from "#contract/payments.ts";
import { read } from "#web/kit/api.ts";
import { useCurrent } from "#web/kit/current.ts";
import { Dialog } from "#web/kit/dialog.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { RecordForm } from "./take-money.tsx";

export function PayOne({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const t = useWords();
  const { organizationId } = useScope();
  const params = { organizationId, eventId };
  const one = useQuery(read(events.read, { params }));
  const money = useCurrent({ ...read(payments.ofEvent, { params }), staleTime: 0 });
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
        <FailedState error={error} onRetry={() => Promise.all([one.refetch(), money.refetch()])} />
      ) : event && said ? (
        <RecordForm event={event} due={said.due} currency={said.currency} onClose={onClose} />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Dialog>
  );
}
