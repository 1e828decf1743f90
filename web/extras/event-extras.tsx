/** Extras of a booking: what is booked, paid and due, added and taken off; for the team, and for who booked. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { activity } from "#contract/activity.ts";
import type { ExtraChoice } from "#contract/events.ts";
import { type EventExtra, extras } from "#contract/extras.ts";
import { ExtrasChoice, pickOffered } from "#web/availability/extras-choice.tsx";
import { ApiError, endpointMutation, endpointQuery, firstErrorMessage } from "#web/kit/data/api.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { isTeamMember, useScope } from "#web/kit/data/scope.ts";
import { useLiveRefresh } from "#web/kit/data/use-live-refresh.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmDialog } from "#web/kit/ui/confirm-dialog.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";

interface EventExtrasProps {
  organizationId: string;
  eventId: string;
}

/** Nothing where nothing is booked and nothing can be. */
export function EventExtras(event: EventExtrasProps) {
  const t = useTranslation();
  const scope = useScope();
  const [isAdding, setAdding] = useState(false);
  const { organizationId, eventId } = event;
  const params = { organizationId, eventId };
  const { data } = useQuery({ ...endpointQuery(extras.ofEvent, { params }, { quiet: true }), staleTime: 0 });
  const found = data?.data;
  const offers = useQuery({
    ...endpointQuery(extras.offersOfEvent, { params }, { quiet: true }),
    enabled: found?.canAdd === true,
    staleTime: 0,
  }).data?.data;
  useLiveRefresh(activity.live, scope.organizationId, ["extras"]);
  if (!found || (found.extras.length === 0 && (!offers || offers.length === 0))) return null;
  const canAdd = found.canAdd && offers?.some(({ extra }) => extra.mode === "choice" || isTeamMember(scope));
  return (
    <Card
      title={t("extras.chosen")}
      action={
        canAdd && (
          <Button
            variant="ghost"
            size="sm"
            aria-haspopup="dialog"
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setAdding(true)}
          >
            {t("extras.add")}
          </Button>
        )
      }
    >
      {found.extras.length === 0 ? (
        <p className="px-4 py-3 text-13 text-ink-3">{t("extras.noneBooked")}</p>
      ) : (
        <ul aria-label={t("extras.chosen")} className="divide-y divide-line">
          {found.extras.map((extra) => (
            <ExtraLine key={extra.id} extra={extra} {...event} />
          ))}
        </ul>
      )}
      <Dialog open={isAdding} onOpenChange={setAdding} title={t("extras.add")}>
        <AddExtras {...event} onClose={() => setAdding(false)} />
      </Dialog>
    </Card>
  );
}

function ExtraLine({ extra, organizationId, eventId }: EventExtrasProps & { extra: EventExtra }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const scope = useScope();
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    ...endpointMutation(extras.remove, { quiet: "outcome" }),
    onSettled: () => refetchPaymentQueries(cache),
  });
  const { name, pieces, total, paid, due, currency } = extra;
  const facts = [
    total === 0 ? t("extras.freeText") : money(total, currency),
    ...(due > 0 ? [t("extras.due", { amount: money(due, currency) })] : paid > 0 ? [t("extras.paid")] : []),
  ].join(" · ");
  const isFullRefund = isTeamMember(scope) && scope.can("payments.refund");
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 text-13">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="font-medium">{pieces > 1 ? `${name} × ${pieces}` : name}</span>
        <span className="block text-xs text-ink-3 tnum">{facts}</span>
      </span>
      {extra.canRemove && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={t("extras.removeNamed", { name })}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          <X aria-hidden />
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("extras.removeNamed", { name })}
        confirm={t("extras.remove")}
        onConfirm={() => remove.mutateAsync({ params: { organizationId, eventId, eventExtraId: extra.id } })}
      >
        {total > 0 && t(isFullRefund ? "extras.removeText" : "extras.removeTextConditions")}
      </ConfirmDialog>
    </li>
  );
}

function AddExtras({ organizationId, eventId, onClose }: EventExtrasProps & { onClose: () => void }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const params = { organizationId, eventId };
  const [wanted, setWanted] = useState<ExtraChoice[]>([]);
  const [failure, setFailure] = useState<string>();
  const { data, refetch } = useQuery({ ...endpointQuery(extras.offersOfEvent, { params }), staleTime: 0 });
  const add = useMutation(endpointMutation(extras.add, { quiet: true }));
  // The team may add one that was taken off; nothing is without a box then.
  const offers = (data?.data ?? []).map((offer) => ({ ...offer, extra: { ...offer.extra, mode: "choice" as const } }));
  const chosen = pickOffered(wanted, offers);
  const submit = async () => {
    setFailure(undefined);
    try {
      for (const choice of chosen) {
        await add.mutateAsync({ params, body: choice });
        setWanted((now) => now.filter(({ extraId }) => extraId !== choice.extraId));
      }
      onClose();
    } catch (refusal) {
      setFailure(refusal instanceof ApiError ? firstErrorMessage(refusal) : t("kit.wrong"));
      await refetch();
    }
    await refetchPaymentQueries(cache);
  };
  return (
    <div className="grid gap-4">
      {data?.data.length === 0 && <p className="text-13 text-ink-3">{t("extras.noneOffered")}</p>}
      <ExtrasChoice offers={offers} chosen={chosen} onChange={setWanted} />
      {failure && (
        <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("kit.cancel")}</Button>
        <Button variant="primary" pending={add.isPending} disabled={chosen.length === 0} onClick={() => void submit()}>
          {t("extras.addOne")}
        </Button>
      </div>
    </div>
  );
}
