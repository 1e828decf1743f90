import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { availability } from "#contract/availability.ts";
import { bookingSources, type Event, events } from "#contract/events.ts";
import type { Draft } from "#contract/kit.ts";
import { payments, type ProviderName } from "#contract/payments.ts";
import { ApiError, call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { OUTCOME_TOAST_MS, toast } from "#web/kit/ui/toast-store.ts";
import { summarizeEvent } from "./summarize-event.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";

/** How somebody came to the public page whose start they book: its links carry that on. */
const readSource = () => bookingSources.find((source) => source === new URLSearchParams(location.search).get("via"));

interface CreateEventOptions {
  /** Going back from the booking leads to what was before this entry of the history. */
  isReplaced?: boolean;
  /** The caller shows failures, and the page that opens the outcome. */
  isQuiet?: boolean;
}

interface SharedBooking {
  /** Runs before the page of payment, or of the booking, is opened; its failure is shown, and the booking stands. */
  share: (event: Event) => Promise<unknown>;
}

/** Opens the event or its payment page. A conflict reloads the availability and keeps the form's values. */
export function useCreateEvent({ isReplaced = false, isQuiet = false }: CreateEventOptions = {}): (
  body: Draft<typeof events.create>,
  provider?: ProviderName,
  shared?: SharedBooking,
) => Promise<void> {
  const t = useTranslation();
  const scope = useScope();
  const { organizationId, path } = scope;
  const pages = isTeamMember(scope) ? "/events" : "/bookings";
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const create = useMutation(endpointMutation(events.create, { quiet: isQuiet || "outcome" }));
  return async (body, provider, shared) => {
    try {
      const { data } = await create.mutateAsync({
        ...{ params: { organizationId }, query: { source: readSource() } },
        ...{ body, idempotencyKey: keyOf(body) },
      });
      invalidateEventQueries(cache);
      cache.setQueryData(endpointQuery(events.read, { params: { organizationId, eventId: data.id } }).queryKey, {
        data,
      });
      if (!isQuiet && data.pendingReason !== "payment")
        toast({
          description: t(data.status === "approved" ? "events.bookedNamed" : "events.requestedNamed", {
            what: summarizeEvent(data),
          }),
          variant: "success",
          duration: OUTCOME_TOAST_MS,
        });
      const page = data.pendingReason === "payment" ? await findCheckoutUrl(data, provider, shared) : undefined;
      if (data.status === "approved") await shared?.share(data).catch(() => undefined);
      // Open the event first: going back from the payment page leads to it.
      await navigate({ to: path(`${pages}/${data.id}`), replace: isReplaced || page !== undefined });
      if (page) location.assign(page);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await cache.invalidateQueries({
          predicate: ({ queryKey: [name] }) => name === availability.read.name || name === availability.slots.name,
        });
      throw error;
    }
  };
}

/** Address of the payment page. On failure a toast shows the reason, and the event's page offers payment again. */
async function findCheckoutUrl(
  event: Event,
  provider?: ProviderName,
  shared?: SharedBooking,
): Promise<string | undefined> {
  const { organizationId, id } = event;
  const params = { organizationId, eventId: id };
  // Sharing a price agrees that what is missing later is taken from the card.
  const body = { ...(provider && { provider }), ...(shared && { saveCard: ["shares" as const] }) };
  const open = async () => {
    await shared?.share(event);
    return call(payments.checkout, { params, body });
  };
  const answer = await open().catch(() => undefined);
  return answer?.data.url;
}
