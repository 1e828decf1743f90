/** Mails an invoice to its customer, or to another address. */
import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import type { Invoice } from "#contract/invoice-shape.ts";
import { invoices } from "#contract/invoices.ts";
import { email } from "#contract/kit.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { AddressField } from "./address-field.tsx";
import { showOutcome } from "./receipt-notice.tsx";

const SendDraft = z.strictObject({ email: z.nullish(email) });

interface SendInvoiceProps {
  invoice: Invoice;
  /** The server knows an address of the customer. */
  isAddressKnown: boolean;
}

export function SendInvoiceButton(props: SendInvoiceProps) {
  const t = useTranslation();
  const { can } = useScope();
  const [isOpen, setOpen] = useState(false);
  const { name } = props.invoice;
  if (!can(invoices.send)) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-label={t("invoices.send", { name })}
        title={t("invoices.send", { name })}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        <Send aria-hidden />
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("invoices.send", { name })}
        description={t("invoices.sendText")}
      >
        <SendForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SendForm({ invoice, isAddressKnown, onClose }: SendInvoiceProps & { onClose: () => void }) {
  const t = useTranslation();
  const [keyOf] = useState(createIdempotencyKeys);
  const send = useMutation(endpointMutation(invoices.send, { quiet: "outcome" }));
  return (
    <Form
      schema={SendDraft}
      defaultValues={{ email: "" }}
      guard={false}
      onSubmit={async ({ email: address }) => {
        const body = address ? { email: address } : {};
        const params = { organizationId: invoice.organizationId, invoiceId: invoice.id };
        const { message } = await send.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        showOutcome(message);
        onClose();
      }}
    >
      <AddressField isKnown={isAddressKnown} />
      <DialogFormActions onClose={onClose}>{t("payments.send")}</DialogFormActions>
    </Form>
  );
}
