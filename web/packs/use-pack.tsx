/** Pays a booking that is due with a pack of its customer; or gives the units back, so that it is due again. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Event } from "#contract/events.ts";
import { packs } from "#contract/packs.ts";
import { findUsable, RefusedPack } from "#web/availability/pack-choice.tsx";
import { usePackText } from "#web/availability/pack-text.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";

export function UsePack({ event }: { event: Event }) {
  const t = useTranslation();
  const scope = useScope();
  const cache = useQueryClient();
  const { offerText, nameText } = usePackText();
  const params = { organizationId: event.organizationId, eventId: event.id };
  const isDesk = isTeamMember(scope) && scope.can(packs.use);
  const isDue = event.paymentStatus === "due" && event.pendingReason !== "payment" && event.customer !== null;
  const { data } = useQuery({
    ...endpointQuery(packs.offersOfEvent, { params }, { quiet: true }),
    enabled: isDesk && isDue,
    staleTime: 0,
  });
  const onSettled = () => refetchPaymentQueries(cache);
  const pay = useMutation({ ...endpointMutation(packs.use), onSettled });
  const giveBack = useMutation({ ...endpointMutation(packs.giveBack), onSettled });
  if (!isDesk) return null;
  if (event.isPaidByPack && (event.status === "approved" || event.status === "completed"))
    return (
      <Button size="sm" pending={giveBack.isPending} onClick={() => giveBack.mutate({ params, body: {} })}>
        {t("packs.giveBack")}
      </Button>
    );
  if (!isDue) return null;
  const offers = data?.data ?? [];
  const offer = findUsable(offers);
  if (!offer) return <RefusedPack offers={offers} />;
  return (
    <div className="grid w-full gap-1 text-13">
      <Button pending={pay.isPending} onClick={() => pay.mutate({ params, body: { packId: offer.pack.id } })}>
        {offerText(offer)}
      </Button>
      <p className="text-xs text-ink-3">{nameText(offer)}</p>
    </div>
  );
}
