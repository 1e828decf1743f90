/** Buttons below a membership, for the team: its terms, and what can be done with it. */
import { isOver } from "#contract/subscriptions-rules.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { type Subscription, subscriptions } from "#contract/subscriptions.ts";
import { EARLIEST_RENEWAL_DAYS } from "#contract/subscriptions-rules.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { listModules } from "#web/kit/data/modules.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";
import { preloadDialog } from "#web/kit/ui/dialog.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { paramsOf } from "./labels.ts";
import { useSubscriptionText } from "./use-subscription-text.ts";

const loadDialogs = () => import("./subscription-dialogs.tsx");
const dialogs = {
  terms: lazy(async () => ({ default: (await loadDialogs()).TermsDialog })),
  freeze: lazy(async () => ({ default: (await loadDialogs()).FreezeDialog })),
  change: lazy(async () => ({ default: (await loadDialogs()).ChangeDialog })),
  end: lazy(async () => ({ default: (await loadDialogs()).EndDialog })),
} as const;
type Opened = keyof typeof dialogs;

/** If one fails to load, the others work without it. */
const actions = listModules().flatMap(({ name, subscriptionAction: load }) =>
  load ? { name, Action: lazy(() => load().catch(() => ({ default: () => null }))) } : [],
);

interface SubscriptionProps {
  subscription: Subscription;
}

export function SubscriptionButtons({ subscription }: SubscriptionProps) {
  const t = useTranslation();
  const [opened, setOpened] = useState<Opened>();
  const { isRunning, ...can } = useAllowedActs(subscription);
  const OpenedDialog = opened && dialogs[opened];
  const { name, customer } = subscription;
  const button = (opens: Opened, label: string, named: string) => (
    <DialogOpener label={label} named={named} onClick={() => setOpened(opens)} />
  );
  return (
    <div className="flex flex-wrap gap-2">
      {can.read &&
        button(
          "terms",
          t("subscriptions.termsAndFreezes"),
          t("subscriptions.termsOf", { name, customer: customer.name }),
        )}
      {can.renew && <RenewButton subscription={subscription} />}
      {can.freeze && button("freeze", t("subscriptions.freeze"), t("subscriptions.freezeNamed", { name }))}
      {can.unfreeze && <UnfreezeButton subscription={subscription} />}
      {can.change && button("change", t("subscriptions.change"), t("subscriptions.changeNamed", { name }))}
      {can.end && button("end", t("subscriptions.endIt"), t("subscriptions.endItNamed", { name }))}
      {can.resume && <ResumeButton subscription={subscription} />}
      {isRunning && (
        <Suspense>
          {actions.map(({ name, Action }) => (
            <Action key={name} {...paramsOf(subscription)} name={subscription.name} />
          ))}
        </Suspense>
      )}
      {OpenedDialog && (
        <Suspense>
          <OpenedDialog subscription={subscription} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** Acts that fit its state, and that the reader may do. */
function useAllowedActs(subscription: Subscription) {
  const { can } = useScope();
  const today = Temporal.Now.plainDateISO(useOrganizationTimezone());
  const { state, renews, freeze, freezeDaysLeft, freezeMinDays, endsOn } = subscription;
  const isRunning = !isOver(state);
  const isPaid = isRunning && state !== "grace";
  const isNearEnd = today.until(endsOn, { largestUnit: "days" }).days <= EARLIEST_RENEWAL_DAYS;
  const mayResume = useMayResume(subscription);
  return {
    isRunning,
    read: can(subscriptions.read),
    renew: isPaid && renews && isNearEnd && can(subscriptions.renew),
    freeze: isPaid && !freeze && freezeDaysLeft >= freezeMinDays && can(subscriptions.freeze),
    unfreeze: freeze !== null && isRunning && can(subscriptions.unfreeze),
    change: isPaid && renews && can(subscriptions.changeLater),
    end: isRunning && renews && can(subscriptions.end),
    resume: mayResume && can(subscriptions.resume),
  };
}

/** One that was ended with a reason has renewed before; otherwise its type says whether it can. */
function useMayResume({ state, renews, endReason, typeId, organization }: Subscription): boolean {
  const { can } = useScope();
  const isEnding = !renews && !isOver(state);
  const { data } = useQuery({
    ...endpointQuery(subscriptions.types, { params: { organizationId: organization.id } }, { quiet: true }),
    enabled: isEnding && endReason === null && can(subscriptions.types),
  });
  if (!isEnding) return false;
  return endReason !== null || Boolean(data?.data.some(({ id, renewal }) => id === typeId && renewal !== "none"));
}

interface DialogOpenerProps {
  label: string;
  /** Names the membership too. */
  named: string;
  onClick: () => void;
}

const DialogOpener = ({ label, named, onClick }: DialogOpenerProps) => (
  <Button
    size="sm"
    aria-haspopup="dialog"
    aria-label={named}
    onPointerEnter={preloadDialog}
    onFocus={preloadDialog}
    onClick={onClick}
  >
    {label}
  </Button>
);

interface ConfirmActProps {
  label: string;
  /** Names the membership too. */
  named: string;
  question: string;
  children: string;
  run: () => Promise<unknown>;
}

function ConfirmAct({ label, named, question, children, run }: ConfirmActProps) {
  const cache = useQueryClient();
  return (
    <ConfirmButton
      size="sm"
      quiet={false}
      tone="primary"
      label={label}
      aria-label={named}
      title={question}
      confirm={label}
      onConfirm={async () => {
        await run();
        await refetchPaymentQueries(cache);
      }}
    >
      {children}
    </ConfirmButton>
  );
}

function UnfreezeButton({ subscription }: SubscriptionProps) {
  const t = useTranslation();
  const unfreeze = useMutation(endpointMutation(subscriptions.unfreeze, { quiet: "outcome" }));
  return (
    <ConfirmAct
      label={t("subscriptions.unfreeze")}
      named={t("subscriptions.unfreezeNamed", { name: subscription.name })}
      question={t("subscriptions.unfreezeQuestion", { name: subscription.name })}
      run={() => unfreeze.mutateAsync({ params: paramsOf(subscription), body: {} })}
    >
      {t("subscriptions.unfreezeText")}
    </ConfirmAct>
  );
}

function RenewButton({ subscription }: SubscriptionProps) {
  const t = useTranslation();
  const { dayAfter } = useSubscriptionText();
  const renew = useMutation(endpointMutation(subscriptions.renew, { quiet: "outcome" }));
  return (
    <ConfirmAct
      label={t("subscriptions.renew")}
      named={t("subscriptions.renewNamed", { name: subscription.name })}
      question={t("subscriptions.renewQuestion", { name: subscription.name })}
      run={() => renew.mutateAsync({ params: paramsOf(subscription), body: {} })}
    >
      {t("subscriptions.renewText", { date: dayAfter(subscription.endsOn) })}
    </ConfirmAct>
  );
}

function ResumeButton({ subscription }: SubscriptionProps) {
  const t = useTranslation();
  const { dayAfter } = useSubscriptionText();
  const resume = useMutation(endpointMutation(subscriptions.resume, { quiet: "outcome" }));
  return (
    <ConfirmAct
      label={t("subscriptions.resume")}
      named={t("subscriptions.resumeNamed", { name: subscription.name })}
      question={t("subscriptions.resumeQuestion", { name: subscription.name })}
      run={() => resume.mutateAsync({ params: paramsOf(subscription), body: {} })}
    >
      {t("subscriptions.resumeText", { date: dayAfter(subscription.endsOn) })}
    </ConfirmAct>
  );
}
