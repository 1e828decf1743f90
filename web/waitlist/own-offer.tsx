/** Answers one's own offer of a waitlist, wherever it is told of. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { waitlist, type WaitlistOffer } from "#contract/waitlist.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { invalidateEventQueries } from "#web/kit/data/invalidate-queries.ts";
import { scopePath } from "#web/kit/data/scope.ts";
import type { ButtonSize } from "#web/kit/ui/button.tsx";
import { OfferAnswers } from "./offer-answers.tsx";

interface OwnOfferAnswersProps {
  offer: WaitlistOffer;
  size?: ButtonSize;
  className?: string;
  onAnswered?: () => void;
}

/** Taking leads to the page of the booking. */
export function OwnOfferAnswers({ offer, onAnswered, ...look }: OwnOfferAnswersProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [pending, setPending] = useState<"online" | "on_site" | "take" | "decline">();
  const refresh = () => {
    setPending(undefined);
    invalidateEventQueries(cache);
    return cache.invalidateQueries({ queryKey: [waitlist.own.name] });
  };
  const take = useMutation({
    ...endpointMutation(waitlist.take),
    onSuccess: ({ data }) => {
      onAnswered?.();
      return navigate({ to: scopePath(data.organizationId, `/bookings/${data.id}`) });
    },
    onSettled: refresh,
  });
  const decline = useMutation({
    ...endpointMutation(waitlist.decline),
    onSuccess: () => onAnswered?.(),
    onSettled: refresh,
  });
  const params = { organizationId: offer.organization.id, waitlistOfferId: offer.id };
  return (
    <OfferAnswers
      {...look}
      offer={offer}
      pending={pending}
      onTake={(payment) => {
        setPending(payment ?? "take");
        take.mutate({ params, body: payment ? { payment } : {} });
      }}
      onDecline={() => {
        setPending("decline");
        decline.mutate({ params, body: {} });
      }}
    />
  );
}

/** @param eventId what the offer holds; nothing is shown once it has ended */
export function OfferOfNews({ eventId, onAnswered }: { eventId: string; onAnswered: () => void }) {
  const { data } = useQuery({ ...endpointQuery(waitlist.own, undefined, { quiet: true }), staleTime: 0 });
  const offer = data?.data.find((entry) => entry.offer?.eventId === eventId)?.offer;
  if (!offer) return null;
  return (
    <OwnOfferAnswers
      offer={offer}
      size="sm"
      onAnswered={onAnswered}
      className="relative mt-2 flex w-fit flex-wrap gap-1.5 max-lg:*:min-h-9"
    />
  );
}
