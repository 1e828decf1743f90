import { Banknote } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { manualPaymentMethods } from "#contract/payments.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { paymentMethodLabels } from "#web/events/labels.ts";

const RecordPaymentsDraft = z.strictObject({ method: z.enum(manualPaymentMethods) });

interface RecordPaymentsButtonProps {
  count: number;
  isBusy: boolean;
  onPay: (method: (typeof manualPaymentMethods)[number]) => Promise<void>;
}

export function RecordPaymentsButton({ count, isBusy, onPay }: RecordPaymentsButtonProps) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" pending={isBusy} onClick={() => setOpen(true)}>
        <Banknote aria-hidden />
        {t("planning.payCount", { count })}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("planning.payAllTitle", { count })}
        description={t("planning.payAllText")}
      >
        <Form
          schema={RecordPaymentsDraft}
          defaultValues={{ method: manualPaymentMethods[0] }}
          guard={false}
          onSubmit={async ({ method }) => {
            setOpen(false);
            await onPay(method);
          }}
        >
          <SelectField
            name="method"
            label={t("payments.method")}
            options={manualPaymentMethods.map((value) => ({ value, label: t(paymentMethodLabels[value]) }))}
          />
          <FormActions>
            <Button onClick={() => setOpen(false)}>{t("kit.cancel")}</Button>
            <SubmitButton>{t("planning.payCount", { count })}</SubmitButton>
          </FormActions>
        </Form>
      </Dialog>
    </>
  );
}
