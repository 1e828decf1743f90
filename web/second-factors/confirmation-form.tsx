/** Asks for the password before a change of how one signs in, or for a passkey where one has one. */
import type { ReactNode } from "react";
import { type Confirmation, PasswordConfirmation, secondFactors } from "#contract/second-factors.ts";
import { OwnPasswordField } from "#web/accounts/own-password-field.tsx";
import { call } from "#web/kit/data/api.ts";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";

/** @returns undefined where the person has canceled, as a toast has said */
export async function signConfirmation() {
  const { signWithPasskey } = await import("./passkey-ceremonies.ts");
  return signWithPasskey((await call(secondFactors.requestConfirmation)).data);
}

interface ConfirmationFormProps {
  /** Names the form and its button. */
  label: string;
  submit?: string;
  cancel?: string;
  hasPasskey: boolean;
  onCancel: () => void;
  onSubmit: (body: Confirmation) => Promise<unknown>;
  children?: ReactNode;
}

export function ConfirmationForm(props: ConfirmationFormProps) {
  const { label, submit = label, cancel, hasPasskey, onCancel, onSubmit, children } = props;
  const t = useTranslation();
  const confirmByPasskey = async () => {
    const assertion = await signConfirmation();
    if (assertion) await onSubmit({ assertion });
  };
  return (
    <Form
      schema={PasswordConfirmation}
      defaultValues={{ password: "" }}
      guard={false}
      label={label}
      onSubmit={onSubmit}
    >
      {children && <p className="text-13 text-ink-2">{children}</p>}
      <OwnPasswordField autoFocus />
      <FormActions>
        <Button onClick={onCancel}>{cancel ?? t("kit.cancel")}</Button>
        {hasPasskey && (
          // A toast has said what went wrong.
          <Button onClick={() => void confirmByPasskey().catch(() => {})}>{t("second-factors.usePasskey")}</Button>
        )}
        <SubmitButton>{submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
