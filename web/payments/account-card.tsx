/** Payment account of an organization: its own at the provider, or the installation's. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { type PaymentAccountStatus, payments } from "#contract/payments.ts";
import { endpointQuery, endpointMutation } from "#web/kit/data/api.ts";
import { Badge, type Tone } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { DescriptionList, DescriptionItem, YesNo } from "#web/kit/ui/description-list.tsx";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { DateTime } from "#web/kit/ui/date-time.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";
import { BankAccountSection } from "./bank-account-form.tsx";
import { TestModeBadge } from "./pay-button.tsx";

type State = PaymentAccountStatus["state"];

const stateLabels = {
  off: ["payments.accountOff", "gray"],
  platform: ["payments.accountPlatform", "lime"],
  missing: ["payments.accountNone", "rose"],
  onboarding: ["payments.accountBegun", "blue"],
  restricted: ["payments.accountRestricted", "rose"],
  ready: ["payments.accountReady", "lime"],
  disconnected: ["payments.accountDisconnected", "rose"],
} as const satisfies Record<State, readonly [MessageKey, Tone]>;

const stateTexts = {
  off: "payments.accountOffText",
  platform: "payments.accountPlatformText",
  missing: "payments.accountNoneText",
  onboarding: "payments.accountBegunText",
  restricted: "payments.accountRestrictedText",
  ready: "payments.accountReadyText",
  disconnected: "payments.accountDisconnectedText",
} as const satisfies Record<State, MessageKey>;

const modeLabels = {
  off: "payments.modeOff",
  test: "payments.modeTest",
  live: "payments.modeLive",
} as const satisfies Record<PaymentAccountStatus["mode"], MessageKey>;

const pollMs = 5000;
const isInProgress = (account: PaymentAccountStatus | undefined) =>
  account?.state === "onboarding" || account?.state === "restricted";

export function AccountCard() {
  const t = useTranslation();
  const { organizationId } = useScope();
  // Reload when the person returns from the provider's page.
  const { data, error, refetch } = useQuery({
    ...endpointQuery(payments.account, { params: { organizationId } }, { quiet: true }),
    staleTime: 0,
    // The provider's state takes a moment to arrive.
    refetchInterval: ({ state }) => (isInProgress(state.data?.data) ? pollMs : false),
  });
  return (
    <>
      <FormSection title={t("payments.online")} hint={t("payments.onlineText")}>
        {data ? (
          <AccountDetails account={data.data} />
        ) : error ? (
          <Card>
            <ErrorState error={error} onRetry={refetch} />
          </Card>
        ) : (
          <Skeleton className="h-48 w-full rounded-xl" />
        )}
      </FormSection>
      <BankAccountSection />
    </>
  );
}

function AccountDetails({ account }: { account: PaymentAccountStatus }) {
  const t = useTranslation();
  const percent = new Intl.NumberFormat(useLocale(), { style: "percent", maximumFractionDigits: 2 });
  const { state, mode, paysOut, requirements, platformFee, connected_at } = account;
  const [label, tone] = stateLabels[state];
  const isOwn = connected_at !== null;
  return (
    <>
      <Card title={t("payments.account")} action={<TestModeBadge />}>
        <div className="grid gap-1.5 border-b border-line p-4">
          <span>
            <Badge tone={tone} dot>
              {t(label)}
            </Badge>
          </span>
          <p className="text-13 text-ink-2">{t(stateTexts[state])}</p>
        </div>
        <DescriptionList>
          <DescriptionItem name={t("payments.mode")}>{t(modeLabels[mode])}</DescriptionItem>
          {isOwn && (
            <DescriptionItem name={t("payments.paysOut")}>
              <YesNo value={paysOut} />
            </DescriptionItem>
          )}
          {requirements.length > 0 && (
            <DescriptionItem name={t("payments.requirements")}>
              <ul className="grid gap-1">
                {requirements.map((requirement) => (
                  <li key={requirement} className="font-mono text-xs">
                    {requirement}
                  </li>
                ))}
              </ul>
            </DescriptionItem>
          )}
          {/* The fee applies to payments into the organization's own account. */}
          {state !== "off" && state !== "platform" && (
            <DescriptionItem name={t("payments.platformFee")}>{percent.format(platformFee / 10_000)}</DescriptionItem>
          )}
          {isOwn && (
            <DescriptionItem name={t("payments.connectedAt")}>
              <DateTime at={connected_at} />
            </DescriptionItem>
          )}
        </DescriptionList>
      </Card>
      {state !== "off" && state !== "ready" && <ConnectButton state={state} />}
    </>
  );
}

const connectLabels: Partial<Record<State, MessageKey>> = {
  onboarding: "payments.connectGoOn",
  restricted: "payments.connectGoOn",
  disconnected: "payments.connectAgain",
};

function ConnectButton({ state }: { state: State }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const connect = useMutation(endpointMutation(payments.connect));
  const [isLeaving, setIsLeaving] = useState(false);
  const open = async () => {
    const { data } = await connect.mutateAsync({ params: { organizationId }, body: {} });
    setIsLeaving(true);
    location.assign(data.url);
  };
  return (
    <Button
      variant="primary"
      className="justify-self-end"
      pending={connect.isPending || isLeaving}
      // A toast shows the error.
      onClick={() => void open().catch(() => {})}
    >
      <ExternalLink aria-hidden />
      {t(connectLabels[state] ?? "payments.connect")}
    </Button>
  );
}
