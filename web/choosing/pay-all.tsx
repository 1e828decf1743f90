/** Records what is due for all that is chosen, paid one way. */
import { Banknote } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { recordedMethods } from "#contract/payments.ts";
import { Button } from "#web/kit/button.tsx";
import { SelectField } from "#web/kit/choice-fields.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form.tsx";
import { useWords } from "#web/kit/words.ts";
import { methodLabels } from "#web/events/labels.ts";

const Draft = z.strictObject({ method: z.enum(recordedMethods) });

interface PayAllProps {
  count: number;
  isBusy: boolean;
  onPay: (method: (typeof recordedMethods)[number]) => Promise<void>;
}

export function PayAll({ count, isBusy, onPay }: PayAllProps) {
  const t = useWords();
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
          schema={Draft}
          defaultValues={{ method: recordedMethods[0] }}
          guard={false}
          onSubmit={async ({ method }) => {
            setOpen(false);
            await onPay(method);
          }}
        >
          <SelectField
            name="method"
            label={t("payments.method")}
            options={recordedMethods.map((value) => ({ value, label: t(methodLabels[value]) }))}
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
