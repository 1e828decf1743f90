/** Cancels all that is chosen, for one reason. */
import { X } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "#web/kit/button.tsx";
import { SwitchField } from "#web/kit/choice-fields.tsx";
import { Dialog } from "#web/kit/dialog.tsx";
import { TextareaField } from "#web/kit/fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form.tsx";
import { useWords } from "#web/kit/words.ts";

const Draft = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  notify: z.boolean(),
});

interface CancelAllProps {
  count: number;
  isBusy: boolean;
  onCancel: (how: z.output<typeof Draft>) => Promise<void>;
}

export function CancelAll({ count, isBusy, onCancel }: CancelAllProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" pending={isBusy} onClick={() => setOpen(true)}>
        <X aria-hidden />
        {t("planning.cancelCount", { count })}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("planning.cancelAllTitle", { count })}>
        <Form
          schema={Draft}
          defaultValues={{ reason: "", notify: true }}
          guard={false}
          onSubmit={async (how) => {
            setOpen(false);
            await onCancel(how);
          }}
        >
          <TextareaField name="reason" label={t("events.reason")} hint={t("events.reasonHint")} rows={2} required />
          <SwitchField name="notify" label={t("planning.notifyAll")} />
          <FormActions>
            <Button onClick={() => setOpen(false)}>{t("events.keep")}</Button>
            <SubmitButton variant="danger">{t("planning.cancelCount", { count })}</SubmitButton>
          </FormActions>
        </Form>
      </Dialog>
    </>
  );
}
