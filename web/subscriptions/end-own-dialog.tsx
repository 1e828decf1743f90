/** Ends one's own membership in three steps, as the law asks: what happens, the confirmation, and what was done. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type OwnSubscription, subscriptions } from "#contract/subscriptions.ts";
import { ApiError, endpointMutation, firstErrorMessage } from "#web/kit/data/api.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { useSubscriptionText } from "./use-subscription-text.ts";

interface EndOwnDialogProps {
  subscription: OwnSubscription;
  onClose: () => void;
}

const steps = ["what", "confirm", "done"] as const;
type Step = (typeof steps)[number];

export function EndOwnDialog({ subscription, onClose }: EndOwnDialogProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const [step, setStep] = useState<Step>("what");
  const end = useMutation(endpointMutation(subscriptions.endOwn, { quiet: true }));
  const close = () => {
    void cache.invalidateQueries({ queryKey: [subscriptions.mine.name] });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title={t("subscriptions.endMine")}
      description={t("subscriptions.stepOf", { step: steps.indexOf(step) + 1, steps: steps.length })}
      footer={
        step === "done" ? (
          <Button variant="primary" onClick={close}>
            {t("kit.close")}
          </Button>
        ) : (
          <>
            <Button disabled={end.isPending} onClick={step === "what" ? close : () => setStep("what")}>
              {t(step === "what" ? "subscriptions.keepIt" : "subscriptions.back")}
            </Button>
            {step === "what" ? (
              <Button variant="primary" onClick={() => setStep("confirm")}>
                {t("subscriptions.continue")}
              </Button>
            ) : (
              <Button
                variant="danger"
                pending={end.isPending}
                onClick={() =>
                  end.mutate(
                    { params: { subscriptionId: subscription.id }, body: {} },
                    { onSuccess: () => setStep("done") },
                  )
                }
              >
                {t("subscriptions.endMine")}
              </Button>
            )}
          </>
        )
      }
    >
      <StepText key={step} step={step} subscription={end.data?.data ?? subscription} />
      {end.error && step === "confirm" && (
        <p role="alert" className="mt-3 rounded-md bg-rose-bg px-3 py-2 text-13 text-rose-fg">
          {end.error instanceof ApiError ? firstErrorMessage(end.error) : end.error.message}
        </p>
      )}
    </Dialog>
  );
}

function StepText({ step, subscription }: { step: Step; subscription: OwnSubscription }) {
  const t = useTranslation();
  const { date } = useSubscriptionText();
  const text = useRef<HTMLDivElement>(null);
  // Screen readers read the next step; the first one is read with the dialog.
  useEffect(() => {
    if (step !== "what") text.current?.focus();
  }, [step]);
  const { name, organization, endsOn, refuseBy, endsAnyTime } = subscription;
  const day = date(endsOn);
  return (
    <div ref={text} tabIndex={-1} className="grid gap-3 text-13 outline-none">
      {step === "what" && (
        <>
          <p>{t("subscriptions.endMineText", { name, date: day })}</p>
          <p className="text-ink-2">{t("subscriptions.endMineGrants")}</p>
          {endsAnyTime ? (
            <p className="text-ink-2">{t("subscriptions.endsAnyTime")}</p>
          ) : (
            refuseBy && <p className="text-ink-2">{t("subscriptions.refuseBy", { date: date(refuseBy) })}</p>
          )}
        </>
      )}
      {step === "confirm" && (
        <DescriptionList className="rounded-xl border border-line">
          <DescriptionItem name={t("subscriptions.one")}>{name}</DescriptionItem>
          <DescriptionItem name={t("subscriptions.club")}>{organization.name}</DescriptionItem>
          <DescriptionItem name={t("subscriptions.end")}>{day}</DescriptionItem>
        </DescriptionList>
      )}
      {step === "done" && <p>{t("subscriptions.endedMine", { name, date: day })}</p>}
    </div>
  );
}
