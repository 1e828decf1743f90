import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

/** Address of a mail to a customer. @param isKnown left empty, it goes to the customer's own address */
export function AddressField({ isKnown }: { isKnown: boolean }) {
  const t = useTranslation();
  return (
    <TextField
      name="email"
      type="email"
      label={t("payments.linkTo")}
      hint={isKnown ? t("payments.linkToHint") : undefined}
      required={!isKnown}
      optional={isKnown}
    />
  );
}
