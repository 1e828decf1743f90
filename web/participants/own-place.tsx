/** One's place in a booking of somebody else: the share of its price, and the answers that can be given. */
import { useMutation } from "@tanstack/react-query";
import type { PlayerAnswer, PlayerInvitation } from "#contract/participants.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Failure } from "#web/kit/ui/failure.tsx";
import { answerLabels } from "./labels.ts";
import { PayShare } from "./pay-share.tsx";
import { ShareBadge } from "./shared-price.tsx";

/** Acts by the account, or by the secret of an address. */
export interface PlaceAccess {
  answer: (given: PlayerAnswer) => Promise<unknown>;
  payForOthers: (participantIds: string[]) => Promise<unknown>;
  checkout: () => Promise<{ data: { url: string } }>;
  /** Reads the booking again. */
  refresh: () => unknown;
}

interface OwnPlaceProps {
  invitation: PlayerInvitation;
  access: PlaceAccess;
}

/** The share that coming costs, and paying it. */
export function OwnShare({ invitation: { share, state, timezone }, access }: OwnPlaceProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { weekdayDateTime } = useDateFormats(timezone);
  if (!share) return null;
  const { amount, due, currency, settlesAt, canPay, payment, payer, units } = share;
  const isAtClub = payment === "on_site" && !canPay;
  const isOwed = state === "accepted";
  return (
    <Card title={t("participants.yourShare")}>
      <div className="grid gap-3 p-4 text-13">
        {isOwed ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium tnum">{money(amount, currency)}</span>
            {units > 1 && <span className="text-ink-2">{t("participants.forPlayers", { count: units })}</span>}
            <ShareBadge {...{ amount, due, currency, payer }} />
          </p>
        ) : (
          <p>
            {t(isAtClub ? "participants.shareLaterAtClub" : "participants.shareLater", {
              amount: money(amount, currency),
            })}
          </p>
        )}
        {isOwed && due > 0 && (
          <p className="text-ink-2">
            {isAtClub
              ? t("participants.shareAtClub")
              : t("participants.shareUntil", { when: weekdayDateTime(settlesAt) })}
          </p>
        )}
        {isOwed && payer && !payer.isPaid && <PayMyself access={access} />}
        {isOwed && (
          <PayShare
            share={share}
            save={access.payForOthers}
            checkout={access.checkout}
            onFailure={() => void access.refresh()}
          />
        )}
      </div>
    </Card>
  );
}

/** As long as it is not paid, one's share is one's own again by a press. */
function PayMyself({ access }: Pick<OwnPlaceProps, "access">) {
  const t = useTranslation();
  const take = useMutation({ mutationFn: () => access.payForOthers([]), onSettled: access.refresh });
  return (
    <>
      <Button size="lg" pending={take.isPending} onClick={() => take.mutate()}>
        {t("participants.payMyself")}
      </Button>
      <Failure error={take.error} />
    </>
  );
}

export const Said = ({ children }: { children: string }) => (
  <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2">
    {children}
  </p>
);

/** Says what became of the place, and lets answer. */
export function OwnAnswers({ invitation, access }: OwnPlaceProps) {
  const t = useTranslation();
  const { state, booking, openPlaces, answers } = invitation;
  if (booking === "canceled") return <Said>{t("participants.bookingCanceled")}</Said>;
  if (booking === "over") return <Said>{t("participants.bookingOver")}</Said>;
  if (state === "removed") return <Said>{t("participants.removedText")}</Said>;
  if (answers.length === 0) return <Said>{t(openPlaces > 0 ? "participants.notNow" : "participants.full")}</Said>;
  return (
    <>
      {state === "declined" && <Said>{t("participants.declinedText")}</Said>}
      {state === "left" && <Said>{t("participants.leftText")}</Said>}
      {state === "accepted" && <Said>{t("participants.comes")}</Said>}
      <Answers answers={answers} access={access} />
    </>
  );
}

function Answers({ answers, access }: { answers: readonly PlayerAnswer[]; access: PlaceAccess }) {
  const t = useTranslation();
  const answer = useMutation({ mutationFn: access.answer, onSettled: access.refresh });
  return (
    <div className="grid gap-2">
      {answers.map((given) => (
        <Button
          key={given}
          variant={given === "accepted" ? "primary" : "secondary"}
          size="lg"
          disabled={answer.isPending}
          pending={answer.isPending && answer.variables === given}
          onClick={() => answer.mutate(given)}
        >
          {t(answerLabels[given])}
        </Button>
      ))}
      <Failure error={answer.error} />
    </div>
  );
}
