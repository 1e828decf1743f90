/** Moves a booking to the chosen start: says the difference, refuses a higher price in words, and can be taken back. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Booking } from "#contract/bookings.ts";
import type { SlotStart } from "#contract/availability.ts";
import { events } from "#contract/events.ts";
import { usePriceText } from "#web/availability/price-text.ts";
import { ApiError, call, endpointMutation, endpointQuery, firstErrorMessage } from "#web/kit/data/api.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { offerUndo } from "#web/kit/ui/undo.ts";

interface MoveOrderProps {
  booking: Booking;
  start: SlotStart;
  fieldId: string;
}

export function MoveOrder({ booking, start, fieldId }: MoveOrderProps) {
  const t = useTranslation();
  const priceText = usePriceText();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { id, organization, price, currency } = booking;
  const params = { organizationId: organization.id, eventId: id };
  const body = { fieldId, startTime: start.startTime, duration: start.duration };
  const former = { fieldId: booking.field.id, startTime: booking.startTime, duration: booking.duration };
  const isSame =
    former.fieldId === fieldId &&
    Date.parse(former.startTime) === Date.parse(start.startTime) &&
    former.duration === start.duration;
  const { data, error } = useQuery({
    ...endpointQuery(events.update, { params, query: { dryRun: "true" }, body }, { quiet: true }),
    staleTime: 0,
    gcTime: 0,
    enabled: !isSame,
  });
  const update = useMutation(endpointMutation(events.update, { quiet: true }));
  const after = data?.data;
  const move = async () => {
    const { data: moved } = await update.mutateAsync({ params, body });
    invalidateEventQueries(cache);
    const done = t("bookings.moved");
    // A move back to a higher price would be refused.
    if (moved.price >= price)
      offerUndo(done, async () => {
        await call(events.update, { params, body: { ...former, seen: moved.updated_at } }, { quiet: "reason" });
        invalidateEventQueries(cache);
      });
    else toast({ description: done, variant: "success", duration: OUTCOME_TOAST_MS });
    await navigate({ to: scopePath(organization.id, `/bookings/${id}`), replace: true });
  };
  const refusal = update.error ?? error;
  return (
    <>
      {isSame ? (
        <p className="text-13 text-ink-3">{t("bookings.moveSame")}</p>
      ) : refusal ? (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {refusal instanceof ApiError ? firstErrorMessage(refusal) : t("kit.wrong")}
        </p>
      ) : !after ? (
        <Skeleton className="h-9 w-full" />
      ) : (
        <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 tnum">
          {after.price === price
            ? t("events.priceStays", { price: priceText(price, currency) })
            : t("bookings.moveCheaper", {
                before: priceText(price, currency),
                after: priceText(after.price, currency),
              })}
        </p>
      )}
      <Button
        variant="primary"
        className="h-12! w-full rounded-lg! text-sm!"
        pending={update.isPending}
        disabled={isSame || !after || error !== null}
        onClick={() => void move().catch(() => {})}
      >
        {t("bookings.moveHere")}
      </Button>
    </>
  );
}
