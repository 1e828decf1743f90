/** Sets up an authenticator app: password, key, then a code of the app. */
import { lazy, Suspense, useState } from "react";
import { secondFactors, TotpCodeDraft, type TotpSetup } from "#contract/second-factors.ts";
import { call } from "#web/kit/data/api.ts";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { ConfirmationForm } from "./confirmation-form.tsx";

const QrCode = lazy(async () => ({ default: (await import("./qr-code.tsx")).QrCode }));

interface TotpSetupFormProps {
  hasPasskey: boolean;
  onCancel: () => void;
  onConfirmed: (codes: string[]) => void;
}

export function TotpSetupForm({ hasPasskey, onCancel, onConfirmed }: TotpSetupFormProps) {
  const t = useTranslation();
  const [setup, setSetup] = useState<TotpSetup>();
  const cancel = <Button onClick={onCancel}>{t("kit.cancel")}</Button>;
  if (!setup)
    return (
      <ConfirmationForm
        label={t("second-factors.setUp")}
        submit={t("second-factors.next")}
        hasPasskey={hasPasskey}
        onCancel={onCancel}
        onSubmit={async (body) => setSetup((await call(secondFactors.startTotp, { body })).data)}
      />
    );
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h3 className="text-sm font-semibold">{t("second-factors.scan")}</h3>
        <p className="text-13 text-ink-2">{t("second-factors.scanHint")}</p>
      </div>
      <Suspense fallback={<Skeleton className="size-52" />}>
        <QrCode text={setup.uri} label={t("second-factors.qrCode")} />
      </Suspense>
      <dl className="grid gap-1.5">
        <dt className="text-13 font-medium">{t("second-factors.key")}</dt>
        <dd className="font-mono text-sm tnum">{setup.secret.replace(/.{4}(?=.)/g, "$& ")}</dd>
        <dd className="text-xs text-ink-3">{t("second-factors.keyHint")}</dd>
      </dl>
      <Form
        key="code"
        schema={TotpCodeDraft}
        defaultValues={{ code: "" }}
        guard={false}
        label={t("second-factors.turnOn")}
        onSubmit={async (body) => onConfirmed((await call(secondFactors.confirmTotp, { body })).data.codes)}
      >
        <TextField
          name="code"
          label={t("second-factors.code")}
          autoComplete="one-time-code"
          inputMode="numeric"
          className="max-w-52"
          autoFocus
        />
        <FormActions>
          {cancel}
          <SubmitButton>{t("second-factors.turnOn")}</SubmitButton>
        </FormActions>
      </Form>
    </div>
  );
}
