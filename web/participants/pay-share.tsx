/** Paying one's share online, and those of others with it, in one payment. */
import { useState } from "react";
import type { PlayerInvitation } from "#contract/participants.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { LeavingButton } from "#web/payments/pay-button.tsx";
import { chosenIds, OtherShares } from "./other-shares.tsx";

interface PayShareProps {
  share: NonNullable<PlayerInvitation["share"]>;
  /** Saves whose shares are paid with one's own. */
  save: (participantIds: string[]) => Promise<unknown>;
  checkout: () => Promise<{ data: { url: string } }>;
  /** Reads again: something else may be true meanwhile. */
  onFailure: () => void;
}

/** Somebody can be paid for where shares are paid online. */
export const hasOthersToPay = ({ payment, others }: NonNullable<PlayerInvitation["share"]>): boolean =>
  payment === "online" && others.some(({ state }) => state !== "paid");

export function PayShare({ share, save, checkout, onFailure }: PayShareProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const [picked, setPicked] = useState<string[]>();
  const { due, currency, others, canPay } = share;
  const saved = chosenIds(others);
  const chosen = (picked ?? saved).filter((id) => others.some((one) => one.id === id));
  const sumOf = (ids: readonly string[]) =>
    others.reduce((sum, { id, amount }) => (ids.includes(id) ? sum + amount : sum), 0);
  const total = due - sumOf(saved) + sumOf(chosen);
  const isChanged = chosen.toSorted().join() !== saved.toSorted().join();
  const isChoice = hasOthersToPay(share);
  const open = async () => {
    try {
      if (isChanged) await save(chosen);
      return await checkout();
    } catch (error) {
      setPicked(undefined);
      onFailure();
      throw error;
    }
  };
  return (
    <>
      {isChoice && (
        <div className="grid gap-1">
          <OtherShares label={t("participants.payForOthers")} {...{ others, currency, chosen }} onChoose={setPicked} />
          <p className="text-ink-3">{t("participants.payForOthersText")}</p>
        </div>
      )}
      {total > 0 && (canPay || isChoice) && (
        <LeavingButton size="lg" open={open}>
          {t("participants.payShare", { amount: money(total, currency) })}
        </LeavingButton>
      )}
    </>
  );
}
