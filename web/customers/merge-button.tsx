import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Merge } from "lucide-react";
import * as z from "zod/mini";
import { type CustomerDetail, customers } from "#contract/customers.ts";
import { id } from "#contract/kit.ts";
import { ApiError, call, endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { CustomerField } from "./customer-field.tsx";

const MergeDraft = z.strictObject({ customerId: id });

export function MergeButton({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  return (
    <DialogButton
      label={t("customers.merge")}
      icon={<Merge aria-hidden />}
      title={t("customers.mergeTitle", { name: customer.name })}
      description={t("customers.mergeText", { name: customer.name })}
    >
      {(close) => <MergeForm customer={customer} onClose={close} />}
    </DialogButton>
  );
}

function MergeForm({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const params = { organizationId, customerId: customer.id };
  const merge = useMutation(endpointMutation(customers.merge, { quiet: "outcome" }));
  return (
    <Form
      schema={MergeDraft}
      defaultValues={{ customerId: "" }}
      guard={false}
      onSubmit={async (body) => {
        const { data, message } = await merge.mutateAsync({ params, body });
        // Bookings, payments and invoices show the customer.
        void cache.invalidateQueries();
        onClose();
        offerUndo(message ?? t("customers.merged"), async () => {
          await call(customers.undoMerge, { params: { ...params, mergeId: data.id } });
          await cache.invalidateQueries();
        });
      }}
    >
      <CustomerField name="customerId" label={t("customers.mergeOther")} exceptId={customer.id} required />
      <MergePreview customer={customer} />
      <DialogFormActions onClose={onClose}>{t("customers.merge")}</DialogFormActions>
    </Form>
  );
}

/** Asks the server, which answers for what would be done, and does not do it. */
function MergePreview({ customer }: { customer: CustomerDetail }) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const customerId = useFieldText("customerId");
  const params = { organizationId, customerId: customer.id };
  const { data, error } = useQuery({
    queryKey: ["customers.merge", "preview", customer.id, customerId],
    queryFn: () => call(customers.merge, { params, query: { dryRun: "true" }, body: { customerId } }, { quiet: true }),
    enabled: customerId !== "",
    gcTime: 0,
    staleTime: 0,
  });
  const text = error
    ? error instanceof ApiError
      ? (Object.values(error.errors ?? {}).flat()[0] ?? error.message)
      : t("kit.wrong")
    : data &&
      t("customers.mergePreview", {
        other: data.data.merged.name,
        name: data.data.kept.name,
        count: data.data.moved.events,
      });
  return (
    <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-13 text-ink-2 empty:hidden">
      {text}
    </p>
  );
}
