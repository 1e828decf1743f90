/** Agrees to what a card may be used for, and leads to the provider's page. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CardConsent, KeptPurpose, type OwnCard } from "#contract/card-shape.ts";
import { payments } from "#contract/payments.ts";
import type { MessageKey } from "#messages/keys.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";

export function SaveCardForm({
  organization,
  onClose,
}: {
  organization: OwnCard["organization"];
  onClose: () => void;
}) {
  const t = useTranslation();
  const [keyOf] = useState(createIdempotencyKeys);
  const save = useMutation(endpointMutation(payments.saveCard, { quiet: "outcome" }));
  return (
    <Form
      schema={CardConsent}
      defaultValues={{ purposes: [] }}
      guard={false}
      onSubmit={async (body) => {
        const params = { organizationId: organization.id };
        const { data } = await save.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        location.assign(data.url);
      }}
    >
      <PurposesField organization={organization.name} />
      <DialogFormActions onClose={onClose}>{t("payments.cardContinue")}</DialogFormActions>
    </Form>
  );
}

const purposeTexts = { renewals: "payments.cardForRenewals" } as const satisfies Record<KeptPurpose, MessageKey>;

/** A box for each purpose, none of them ticked before. */
function PurposesField({ organization }: { organization: string }) {
  const t = useTranslation();
  const props = { name: "purposes", label: t("payments.cardPurposes") };
  const { id, value, change, error } = useField(props);
  const chosen = (value as KeptPurpose[] | undefined) ?? [];
  return (
    <FieldFrame {...props} id={id} error={error} as="group">
      {KeptPurpose.options.map((purpose) => (
        <CheckBox
          key={purpose}
          label={t(purposeTexts[purpose], { organization })}
          checked={chosen.includes(purpose)}
          onChange={(isOn) => change(isOn ? [...chosen, purpose] : chosen.filter((one) => one !== purpose))}
        />
      ))}
    </FieldFrame>
  );
}
