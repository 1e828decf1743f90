/** Agrees to what a card may be used for, and leads to the provider's page. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Card, CardConsent, type SavedCardPurpose, type OwnCard } from "#contract/card-shape.ts";
import { payments } from "#contract/payments.ts";
import type { MessageKey } from "#messages/keys.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";

interface SaveCardFormProps {
  organization: OwnCard["organization"];
  /** Purposes to choose from. */
  purposes: readonly SavedCardPurpose[];
  /** The card whose purposes are changed; null: one is saved. */
  card: Card | null;
  onClose: () => void;
}

export function SaveCardForm({ organization, purposes, card, onClose }: SaveCardFormProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const change = useMutation(endpointMutation(payments.agreeCard, { quiet: "outcome" }));
  const [keyOf] = useState(createIdempotencyKeys);
  const save = useMutation(endpointMutation(payments.saveCard, { quiet: "outcome" }));
  return (
    <Form
      schema={CardConsent}
      defaultValues={{ purposes: purposes.filter((purpose) => card?.purposes.includes(purpose)) }}
      guard={false}
      onSubmit={async (body) => {
        if (card) {
          await change.mutateAsync({ params: { cardId: card.id }, body });
          await cache.invalidateQueries({ queryKey: [payments.ownCards.name] });
          onClose();
          return;
        }
        const params = { organizationId: organization.id };
        const { data } = await save.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        location.assign(data.url);
      }}
    >
      <PurposesField organization={organization.name} purposes={purposes} />
      <DialogFormActions onClose={onClose}>{t(card ? "kit.save" : "payments.cardContinue")}</DialogFormActions>
    </Form>
  );
}

const purposeTexts = {
  renewals: "payments.cardForRenewals",
  fees: "payments.cardForFees",
} as const satisfies Record<SavedCardPurpose, MessageKey>;

interface PurposesFieldProps {
  organization: string;
  purposes: readonly SavedCardPurpose[];
}

/** A box for each purpose, none of them ticked before it was agreed to. */
function PurposesField({ organization, purposes }: PurposesFieldProps) {
  const t = useTranslation();
  const props = { name: "purposes", label: t("payments.cardPurposes") };
  const { id, value, change, error } = useField(props);
  const chosen = (value as SavedCardPurpose[] | undefined) ?? [];
  return (
    <FieldFrame {...props} id={id} error={error} as="group">
      {purposes.map((purpose) => (
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
