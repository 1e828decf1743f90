import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type CustomerDetail, type CustomerRelation, customers, relationKinds } from "#contract/customers.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SegmentedField, SwitchField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, useFieldValue } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CustomerField } from "./customer-field.tsx";
import { relationLabels } from "./labels.ts";
import { filledRelation, firstRelation, listRelationChanges, RelationFormDraft } from "./relation-draft.ts";

interface RelationFormProps {
  customer: CustomerDetail;
  /** Undefined for a new one. */
  relation?: CustomerRelation;
  onClose: () => void;
}

export function RelationForm({ customer, relation, onClose }: RelationFormProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const set = useMutation(endpointMutation(customers.setRelation));
  const kinds = relationKinds.filter((kind) => customer.kind === "person" || kind === "contact");
  return (
    <Form
      schema={RelationFormDraft}
      defaultValues={relation ? filledRelation(relation, customer) : firstRelation(customer)}
      guard={false}
      onSubmit={async ({ customerId, direction, ...body }) => {
        const [fromId, toId] = direction === "in" ? [customerId, customer.id] : [customer.id, customerId];
        await set.mutateAsync({ params: { organizationId, customerId: toId, fromId }, body });
        // Another person may be asked for what somebody owes.
        void cache.invalidateQueries();
        onClose();
      }}
    >
      {!relation && (
        <CustomerField name="customerId" label={t("customers.relationPerson")} exceptId={customer.id} required />
      )}
      <SegmentedField
        name="kind"
        label={t("customers.relationKind")}
        options={kinds.map((value) => ({ value, label: t(relationLabels[value]) }))}
      />
      {!relation && (
        <SegmentedField
          name="direction"
          label={t("customers.direction")}
          options={[
            { value: "in", label: t("customers.directionIn", { name: customer.name }) },
            { value: "out", label: t("customers.directionOut", { name: customer.name }) },
          ]}
        />
      )}
      <SwitchField name="books" label={t("customers.books")} hint={t("customers.booksHint")} />
      <SwitchField name="pays" label={t("customers.pays")} hint={t("customers.paysHint")} />
      <SwitchField name="receives" label={t("customers.receives")} hint={t("customers.receivesHint")} />
      <Changes customer={customer} relation={relation} />
      <DialogFormActions onClose={onClose}>{t("kit.save")}</DialogFormActions>
    </Form>
  );
}

/** Says what saving does to money and access, before it is done. */
function Changes({ customer, relation }: { customer: CustomerDetail; relation: CustomerRelation | undefined }) {
  const t = useTranslation();
  const isIn = useFieldValue("direction") === "in";
  const [books, pays] = [useFieldValue("books") === true, useFieldValue("pays") === true];
  const [self, other] = [customer.name, t("customers.thisPerson")];
  const names = relation
    ? { from: relation.from.name, to: relation.to.name }
    : { from: isIn ? other : self, to: isIn ? self : other };
  const changes = listRelationChanges(relation, { books, pays });
  return (
    <div role="status" className="grid gap-1.5 rounded-md bg-amber-bg px-3 py-2.5 text-13 text-amber-fg empty:hidden">
      {changes.map((key) => (
        <p key={key} className="first-letter:uppercase">
          {t(key, names)}
        </p>
      ))}
    </div>
  );
}
