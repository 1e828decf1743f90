import { X } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { cancellationReasons } from "#contract/events-reason-rules.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { UsualReasons } from "#web/events/usual-reasons.tsx";

const CancelEventsDraft = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  notify: z.boolean(),
});

interface CancelEventsButtonProps {
  count: number;
  isBusy: boolean;
  onCancel: (how: z.output<typeof CancelEventsDraft>) => Promise<void>;
}

export function CancelEventsButton({ count, isBusy, onCancel }: CancelEventsButtonProps) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" pending={isBusy} onClick={() => setOpen(true)}>
        <X aria-hidden />
        {t("planning.cancelCount", { count })}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t("planning.cancelAllTitle", { count })}>
        <Form
          schema={CancelEventsDraft}
          defaultValues={{ reason: "", notify: true }}
          guard={false}
          onSubmit={async (how) => {
            setOpen(false);
            await onCancel(how);
          }}
        >
          <TextareaField name="reason" label={t("events.reason")} hint={t("events.reasonHint")} rows={2} required />
          <UsualReasons keys={cancellationReasons} />
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
