/** Customer of a booking by the team: one who is known, found by name, email or telephone, or a new one's name and number. */
import { customers } from "#contract/customers.ts";
import { CustomerField } from "#web/customers/customer-field.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { FormRow } from "#web/kit/form/form.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { useTranslation } from "#web/kit/format/translation.ts";

export function CustomerFields({ known }: { known?: { customerId: string | null; name: string } | null }) {
  const t = useTranslation();
  const { can } = useScope();
  const isChosen = useFieldText("customer.customerId") !== "";
  return (
    <>
      {can(customers.list) && (
        <CustomerField
          name="customer.customerId"
          label={t("events.customer")}
          known={known?.customerId ? { id: known.customerId, name: known.name } : null}
          optional
        />
      )}
      {!isChosen && (
        <FormRow>
          <TextField name="customer.name" label={t("events.customerName")} autoComplete="off" optional />
          <TextField name="customer.phone" type="tel" label={t("events.customerPhone")} autoComplete="off" optional />
        </FormRow>
      )}
    </>
  );
}
