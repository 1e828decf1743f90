import * as z from "zod/mini";
import { rejectionReasons } from "#contract/events-reason-rules.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { SwitchField } from "#web/kit/form/choice-fields.tsx";
import { Form, FormActions, SubmitButton } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { UsualReasons } from "#web/events/usual-reasons.tsx";
import { requesterName } from "./requester-name.ts";
import type { RequestToDecide } from "./use-decisions.ts";

const RejectDraft = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  notify: z.boolean(),
});
export type RejectDraft = z.output<typeof RejectDraft>;

interface RejectDialogProps {
  /** Undefined while the dialog is closed. */
  requests: readonly RequestToDecide[] | undefined;
  onClose: () => void;
  onReject: (requests: readonly RequestToDecide[], draft: RejectDraft) => Promise<unknown>;
}

export function RejectDialog({ requests, onClose, onReject }: RejectDialogProps) {
  const t = useTranslation();
  const [only, second] = requests ?? [];
  const count = requests?.length ?? 0;
  return (
    <Dialog
      open={requests !== undefined}
      onOpenChange={onClose}
      title={
        only && !second
          ? t("approvals.rejectTitle", { name: requesterName(only) })
          : t("approvals.rejectSeveralTitle", { count })
      }
      description={t("approvals.rejectText")}
    >
      {requests && (
        <Form
          schema={RejectDraft}
          defaultValues={{ reason: "", notify: true }}
          guard={false}
          onSubmit={async (draft) => {
            // A failure keeps the dialog open with the reason that was typed.
            await onReject(requests, draft);
            onClose();
          }}
        >
          <TextareaField name="reason" label={t("events.reason")} hint={t("events.reasonHint")} rows={2} required />
          <UsualReasons keys={rejectionReasons} />
          <SwitchField name="notify" label={t("planning.notifyAll")} />
          <FormActions>
            <Button onClick={onClose}>{t("kit.cancel")}</Button>
            <SubmitButton variant="danger">
              {count > 1 ? t("approvals.rejectCount", { count }) : t("approvals.reject")}
            </SubmitButton>
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}
