/** The organizer pays for others with their own part; the team says which player pays for which, to take one payment. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type BookingPlayers, participants } from "#contract/participants.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { invalidateEventQueries, invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { chosenIds, OtherShares, type OtherShare } from "./other-shares.tsx";

/** @param payerId null for the organizer */
function listOthers(players: BookingPlayers["players"], payerId: string | null, each: number): OtherShare[] {
  return players.flatMap(({ id, name, share, state }): OtherShare[] => {
    if (id === payerId || state !== "accepted" || !share) return [];
    const shown = { id, name, amount: share.payer ? share.amount : each };
    if (share.isOpen) return [{ ...shown, state: "open" }];
    if (!share.payer || share.payer.participantId !== payerId) return [];
    return [{ ...shown, state: share.payer.isPaid ? "paid" : "chosen" }];
  });
}

interface PayForOthersProps {
  organizationId: string;
  eventId: string;
  players: BookingPlayers;
  isTeam: boolean;
  onClose: () => void;
}

export function PayForOthers({ organizationId, eventId, players: booking, isTeam, onClose }: PayForOthersProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const money = useAmountFormat();
  const { players, organizer, split } = booking;
  const [payerId, setPayerId] = useState<string | null>(null);
  const [picked, setPicked] = useState<string[]>();
  const save = useMutation({
    ...endpointMutation(participants.payForOthers),
    onSettled: () => {
      invalidateEventQueries(cache);
      invalidatePaymentQueries(cache);
    },
    onSuccess: onClose,
    onError: () => setPicked(undefined),
  });
  if (!split) return null;
  const { each, currency, ownDue } = split;
  const others = listOthers(players, payerId, each);
  const saved = chosenIds(others);
  const chosen = picked ?? saved;
  const sumOf = (ids: readonly string[]) =>
    others.reduce((sum, { id, amount }) => (ids.includes(id) ? sum + amount : sum), 0);
  const payer = players.find(({ id }) => id === payerId);
  const due = payer ? (payer.share?.due ?? 0) : ownDue;
  const total = due - sumOf(saved) + sumOf(chosen);
  const payers = players.filter(({ state, share }) => state === "accepted" && share !== null);
  return (
    <div className="grid gap-4">
      <p className="text-13 text-ink-2">
        {t(isTeam ? "participants.oneForSeveralText" : "participants.payForOthersText")}
      </p>
      {isTeam && (
        <label className="grid gap-1.5 text-13 font-medium">
          {t("participants.payer")}
          <Select
            options={[
              { value: null, label: organizer },
              ...payers.map(({ id, name }) => ({ value: id, label: name || t("participants.player") })),
            ]}
            value={payerId}
            onValueChange={(id: string | null) => {
              setPayerId(id);
              setPicked(undefined);
            }}
          />
        </label>
      )}
      {others.length > 0 ? (
        <OtherShares label={t("participants.paysFor")} {...{ others, currency, chosen }} onChoose={setPicked} />
      ) : (
        <p className="text-13 text-ink-2">{t("participants.noneOpen")}</p>
      )}
      <p className="text-13 font-medium tnum" aria-live="polite">
        {t("participants.toPayTogether", { amount: money(total, currency) })}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("kit.cancel")}</Button>
        <Button
          variant="primary"
          pending={save.isPending}
          disabled={others.length === 0}
          onClick={() =>
            save.mutate({ params: { organizationId, eventId }, body: { payerId, participantIds: chosen } })
          }
        >
          {t("kit.save")}
        </Button>
      </div>
    </div>
  );
}
