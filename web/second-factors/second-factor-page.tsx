import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type SecondFactor, secondFactors } from "#contract/second-factors.ts";
import { members } from "#contract/members.ts";
import { call, endpointQuery } from "#web/kit/data/api.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Page } from "#web/kit/ui/page.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { ConfirmationForm } from "./confirmation-form.tsx";
import { Passkeys } from "./passkeys.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { RemovalNotice } from "./removal-notice.tsx";
import { TotpSetupForm } from "./totp-setup.tsx";

export function SecondFactorPage() {
  const t = useTranslation();
  const { data, error, refetch } = useQuery({ ...endpointQuery(secondFactors.read, undefined), staleTime: 0 });
  return (
    <Page title={t("second-factors.title")}>
      <p className="mb-6 max-w-prose text-13 text-ink-2">{t("second-factors.intro")}</p>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <Sections {...data.data} />
      )}
    </Page>
  );
}

type Step = "setUp" | "turnOff" | "renew";

function Sections({ totp, passkeys, recoveryCodesLeft }: SecondFactor) {
  const t = useTranslation();
  const cache = useQueryClient();
  const [step, setStep] = useState<Step>();
  const [codes, setCodes] = useState<string[]>();
  const refresh = async () => {
    // An organization or the platform may have demanded it.
    await cache.invalidateQueries({ queryKey: [members.min.name] });
    await cache.invalidateQueries({ queryKey: [secondFactors.read.name] });
  };
  const show = (created: string[]) => {
    // None are shown where those before go on.
    setCodes(created.length > 0 ? created : undefined);
    setStep(undefined);
    return refresh();
  };
  return (
    <div className="grid gap-6">
      {(totp !== null || passkeys.length > 0) && <RemovalNotice />}
      <FormSection title={t("second-factors.app")} hint={t("second-factors.appHint")}>
        <Card padded>
          {step === "setUp" ? (
            <TotpSetupForm
              hasPasskey={passkeys.length > 0}
              onCancel={() => setStep(undefined)}
              onConfirmed={(created) => void show(created)}
            />
          ) : step === "turnOff" ? (
            <ConfirmationForm
              hasPasskey={passkeys.length > 0}
              label={t("second-factors.turnOff")}
              onCancel={() => setStep(undefined)}
              onSubmit={async (body) => {
                await call(secondFactors.removeTotp, { body });
                setStep(undefined);
                setCodes(undefined);
                await refresh();
              }}
            >
              {t("second-factors.turnOffText")}
            </ConfirmationForm>
          ) : (
            <State totp={totp} onSetUp={() => setStep("setUp")} onTurnOff={() => setStep("turnOff")} />
          )}
        </Card>
      </FormSection>
      <FormSection title={t("second-factors.passkeys")} hint={t("second-factors.passkeysHint")}>
        <Passkeys passkeys={passkeys} onAdded={show} onChanged={refresh} />
      </FormSection>
      {(totp || passkeys.length > 0 || codes) && (
        <FormSection title={t("second-factors.recoveryCodes")} hint={t("second-factors.recoveryHint")}>
          <Card padded>
            {codes ? (
              <RecoveryCodes codes={codes} onStored={() => setCodes(undefined)} />
            ) : step === "renew" ? (
              <ConfirmationForm
                hasPasskey={passkeys.length > 0}
                label={t("second-factors.renew")}
                onCancel={() => setStep(undefined)}
                onSubmit={async (body) => show((await call(secondFactors.renewRecoveryCodes, { body })).data.codes)}
              >
                {t("second-factors.renewText")}
              </ConfirmationForm>
            ) : (
              <Row action={<Button onClick={() => setStep("renew")}>{t("second-factors.renew")}</Button>}>
                {recoveryCodesLeft === 0
                  ? t("second-factors.noCodesLeft")
                  : t("second-factors.codesLeft", { count: recoveryCodesLeft })}
              </Row>
            )}
          </Card>
        </FormSection>
      )}
    </div>
  );
}

const Row = ({ action, children }: { action: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <p className="text-13">{children}</p>
    {action}
  </div>
);

interface StateProps extends Pick<SecondFactor, "totp"> {
  onSetUp: () => void;
  onTurnOff: () => void;
}

function State({ totp, onSetUp, onTurnOff }: StateProps) {
  const t = useTranslation();
  const dates = useDateFormats();
  return totp ? (
    <Row
      action={
        <Button variant="danger-quiet" onClick={onTurnOff}>
          {t("second-factors.turnOff")}
        </Button>
      }
    >
      {t("second-factors.stateOn", { at: dates.dateTime(totp.since) })}
    </Row>
  ) : (
    <Row
      action={
        <Button variant="primary" onClick={onSetUp}>
          {t("second-factors.setUp")}
        </Button>
      }
    >
      {t("second-factors.stateOff")}
    </Row>
  );
}
