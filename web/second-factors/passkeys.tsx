/** One's passkeys: added, named and removed. */
import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Passkey, PasskeyDraft, secondFactors } from "#contract/second-factors.ts";
import { call } from "#web/kit/data/api.ts";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useDateFormats } from "#web/kit/format/date-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { ConfirmationForm } from "./confirmation-form.tsx";

const loadCeremonies = () => import("./passkey-ceremonies.ts");

interface PasskeysProps {
  passkeys: readonly Passkey[];
  onAdded: (codes: string[]) => Promise<unknown>;
  onChanged: () => Promise<unknown>;
}

type Step = { kind: "add" } | { kind: "rename" | "remove"; id: string };

export function Passkeys({ passkeys, onAdded, onChanged }: PasskeysProps) {
  const t = useTranslation();
  const [step, setStep] = useState<Step>();
  const hasPasskey = passkeys.length > 0;
  const cancel = () => setStep(undefined);
  const finish = async () => {
    setStep(undefined);
    await onChanged();
  };
  return (
    <Card>
      <ul className="divide-y divide-line" aria-label={t("second-factors.passkeys")}>
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="grid gap-4 px-4 py-3">
            <Row passkey={passkey} onStep={(kind) => setStep({ kind, id: passkey.id })} />
            {step?.kind === "rename" && step.id === passkey.id && (
              <RenameForm passkey={passkey} onCancel={cancel} onRenamed={finish} />
            )}
            {step?.kind === "remove" && step.id === passkey.id && (
              <ConfirmationForm
                label={t("second-factors.removePasskeyOf", { name: passkey.name })}
                submit={t("second-factors.removePasskey")}
                hasPasskey
                onCancel={cancel}
                onSubmit={async (body) => {
                  await call(secondFactors.removePasskey, { params: { passkeyId: passkey.id }, body });
                  await finish();
                }}
              >
                {t("second-factors.removePasskeyText", { name: passkey.name })}
              </ConfirmationForm>
            )}
          </li>
        ))}
      </ul>
      <div className={hasPasskey ? "border-t border-line p-4" : "p-4"}>
        {step?.kind === "add" ? (
          <ConfirmationForm
            label={t("second-factors.addPasskey")}
            submit={t("second-factors.next")}
            hasPasskey={hasPasskey}
            onCancel={cancel}
            onSubmit={async (body) => {
              const { createPasskey } = await loadCeremonies();
              const { data } = await call(secondFactors.startPasskey, { body });
              const attestation = await createPasskey(data);
              if (!attestation) return false;
              const added = await call(secondFactors.addPasskey, { body: { attestation } }, { quiet: "reason" });
              setStep(undefined);
              return onAdded(added.data.codes);
            }}
          />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <p className="text-13">{!hasPasskey && t("second-factors.noPasskeys")}</p>
            <Button onClick={() => setStep({ kind: "add" })}>
              <KeyRound aria-hidden />
              {t("second-factors.addPasskey")}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function Row({ passkey, onStep }: { passkey: Passkey; onStep: (kind: "rename" | "remove") => void }): ReactNode {
  const t = useTranslation();
  const { dateTime } = useDateFormats();
  const { name, isBackedUp, created_at, last_used_at } = passkey;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 font-medium [overflow-wrap:anywhere]">
          {name}
          {isBackedUp && <Badge tone="gray">{t("second-factors.passkeyBackedUp")}</Badge>}
        </p>
        <p className="text-xs text-ink-3 tnum">
          {last_used_at
            ? t("second-factors.passkeyUsedAt", { at: dateTime(last_used_at) })
            : t("second-factors.passkeyAddedAt", { at: dateTime(created_at) })}
        </p>
      </div>
      <div className="flex gap-1">
        <Button variant="ghost" aria-label={t("second-factors.renameOf", { name })} onClick={() => onStep("rename")}>
          {t("second-factors.rename")}
        </Button>
        <Button
          variant="danger-quiet"
          aria-label={t("second-factors.removePasskeyOf", { name })}
          onClick={() => onStep("remove")}
        >
          {t("second-factors.removePasskey")}
        </Button>
      </div>
    </div>
  );
}

interface RenameFormProps {
  passkey: Passkey;
  onCancel: () => void;
  onRenamed: () => Promise<unknown>;
}

function RenameForm({ passkey: { id, name }, onCancel, onRenamed }: RenameFormProps) {
  const t = useTranslation();
  return (
    <Form
      schema={PasskeyDraft}
      defaultValues={{ name }}
      guard={false}
      label={t("second-factors.renameOf", { name })}
      onSubmit={async (body) => {
        await call(secondFactors.renamePasskey, { params: { passkeyId: id }, body });
        await onRenamed();
      }}
    >
      <TextField name="name" label={t("second-factors.passkeyName")} autoFocus />
      <FormActions>
        <Button onClick={onCancel}>{t("kit.cancel")}</Button>
        <SubmitButton>{t("second-factors.rename")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
