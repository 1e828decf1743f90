/** How an organization takes money online: by its own account at the payment service, or the installation's. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { type PaymentsAccount, payments } from "#contract/payments.ts";
import { read, write } from "#web/kit/api.ts";
import { Badge, type Tone } from "#web/kit/badge.tsx";
import { Button } from "#web/kit/button.tsx";
import { Card } from "#web/kit/card.tsx";
import { DescriptionList, Fact, YesNo } from "#web/kit/description-list.tsx";
import { FormSection } from "#web/kit/form-section.tsx";
import { FailedState } from "#web/kit/listing.tsx";
import { Moment } from "#web/kit/moment.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useLocale, useWords } from "#web/kit/words.ts";
import type { WordKey } from "#words/keys.ts";
import { TestMark } from "./pay.tsx";

type State = PaymentsAccount["state"];

const labels = {
  off: ["payments.accountOff", "gray"],
  platform: ["payments.accountPlatform", "lime"],
  missing: ["payments.accountNone", "rose"],
  onboarding: ["payments.accountBegun", "blue"],
  restricted: ["payments.accountRestricted", "rose"],
  ready: ["payments.accountReady", "lime"],
} as const satisfies Record<State, readonly [WordKey, Tone]>;

const texts = {
  off: "payments.accountOffText",
  platform: "payments.accountPlatformText",
  missing: "payments.accountNoneText",
  onboarding: "payments.accountBegunText",
  restricted: "payments.accountRestrictedText",
  ready: "payments.accountReadyText",
} as const satisfies Record<State, WordKey>;

const modes = {
  off: "payments.modeOff",
  test: "payments.modeTest",
  live: "payments.modeLive",
} as const satisfies Record<PaymentsAccount["mode"], WordKey>;

const againMs = 5000;
const isUnderWay = (account: PaymentsAccount | undefined) =>
  account?.state === "onboarding" || account?.state === "restricted";

export function AccountCard() {
  const t = useWords();
  const { organizationId } = useScope();
  // Whoever comes back from the provider's page wants to know how it is now.
  const { data, error, refetch } = useQuery({
    ...read(payments.account, { params: { organizationId } }, { quiet: true }),
    staleTime: 0,
    // What was said there takes a moment to arrive.
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data) ? againMs : false),
  });
  return (
    <FormSection title={t("payments.online")} hint={t("payments.onlineText")}>
      {data ? (
        <Account account={data.data} />
      ) : error ? (
        <Card>
          <FailedState error={error} onRetry={refetch} />
        </Card>
      ) : (
        <Skeleton className="h-48 w-full rounded-xl" />
      )}
    </FormSection>
  );
}

function Account({ account }: { account: PaymentsAccount }) {
  const t = useWords();
  const percent = new Intl.NumberFormat(useLocale(), { style: "percent", maximumFractionDigits: 2 });
  const { state, mode, paysOut, requirements, platformFee, connected_at } = account;
  const [label, tone] = labels[state];
  const isOwn = connected_at !== null;
  return (
    <>
      <Card title={t("payments.account")} action={<TestMark />}>
        <div className="grid gap-1.5 border-b border-line p-4">
          <span>
            <Badge tone={tone} dot>
              {t(label)}
            </Badge>
          </span>
          <p className="text-13 text-ink-2">{t(texts[state])}</p>
        </div>
        <DescriptionList>
          <Fact name={t("payments.mode")}>{t(modes[mode])}</Fact>
          {isOwn && (
            <Fact name={t("payments.paysOut")}>
              <YesNo value={paysOut} />
            </Fact>
          )}
          {requirements.length > 0 && (
            <Fact name={t("payments.requirements")}>
              <ul className="grid gap-1">
                {requirements.map((requirement) => (
                  <li key={requirement} className="font-mono text-xs">
                    {requirement}
                  </li>
                ))}
              </ul>
            </Fact>
          )}
          {/* Of payments to accounts of their own. */}
          {state !== "off" && state !== "platform" && (
            <Fact name={t("payments.platformFee")}>{percent.format(platformFee / 10_000)}</Fact>
          )}
          {isOwn && (
            <Fact name={t("payments.connectedAt")}>
              <Moment at={connected_at} />
            </Fact>
          )}
        </DescriptionList>
      </Card>
      {state !== "off" && state !== "ready" && <Connect isBegun={isOwn} />}
    </>
  );
}

/** Leads to the provider's pages, which lead back here. */
function Connect({ isBegun }: { isBegun: boolean }) {
  const t = useWords();
  const { organizationId } = useScope();
  const connect = useMutation(write(payments.connect));
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
      // What went wrong is said in a toast.
      onClick={() => void open().catch(() => {})}
    >
      <ExternalLink aria-hidden />
      {t(isBegun ? "payments.connectGoOn" : "payments.connect")}
    </Button>
  );
}
