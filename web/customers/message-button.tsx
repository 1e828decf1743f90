import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageSquare } from "lucide-react";
import { useState } from "react";
import { type CustomerDetail, customers, MessageDraft } from "#contract/customers.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { TextareaField } from "#web/kit/form/textarea-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Dialog, preloadDialog } from "#web/kit/ui/dialog.tsx";
import { telephoneLink } from "#messages/telephone-link.ts";
import { actionClass } from "./action-class.ts";
import { findReceiver, isReachable } from "./is-reachable.ts";

export function MessageButton({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  const hasAddress = isReachable(customer);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${actionClass()} max-lg:order-last`}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setOpen(true)}
      >
        <MessageSquare aria-hidden />
        <span>{t("customers.message")}</span>
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("customers.messageTo", { name: customer.name })}
        description={
          hasAddress
            ? t("customers.messageText", { email: customer.email ?? findReceiver(customer)?.name ?? "" })
            : t("customers.noEmail", { name: customer.name })
        }
      >
        {hasAddress ? (
          <MessageForm customer={customer} onClose={() => setOpen(false)} />
        ) : (
          <AddEmailLink customer={customer} />
        )}
      </Dialog>
    </>
  );
}

function AddEmailLink({ customer: { id, phone } }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { path } = useScope();
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {phone && (
        <a href={telephoneLink(phone)} className={buttonClass()}>
          {phone}
        </a>
      )}
      <Link to={path(`/customers/${id}/edit`)} className={buttonClass("primary")}>
        {t("customers.addEmail")}
      </Link>
    </div>
  );
}

function MessageForm({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const send = useMutation(endpointMutation(customers.message));
  return (
    <Form
      schema={MessageDraft}
      defaultValues={{ subject: "", text: "" }}
      onSubmit={async (body) => {
        const params = { organizationId, customerId: customer.id };
        await send.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        void cache.invalidateQueries({ queryKey: [customers.read.name] });
        onClose();
      }}
    >
      <TextField name="subject" label={t("customers.messageSubject")} maxLength={120} required />
      <TextareaField name="text" label={t("customers.messageBody")} rows={6} required />
      <DialogFormActions onClose={onClose}>{t("customers.sendMessage")}</DialogFormActions>
    </Form>
  );
}
