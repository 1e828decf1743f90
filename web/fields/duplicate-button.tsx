/** Makes courts 2 to 6 of the first one: the same hours, prices and rules, with names that count on. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import * as z from "zod/mini";
import { type Field, fields, MAX_FIELD_COPIES } from "#contract/fields.ts";
import { listNumberedNames } from "#contract/fields-names-rules.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, useFieldValue } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { DialogButton } from "#web/kit/ui/dialog-button.tsx";

const CopiesDraft = z.strictObject({ count: z.int().check(z.gte(1), z.lte(MAX_FIELD_COPIES)) });

export function DuplicateButton({ field }: { field: Field }) {
  const t = useTranslation();
  return (
    <DialogButton
      label={t("fields.duplicate")}
      icon={<Copy aria-hidden />}
      title={t("fields.duplicateTitle", { name: field.name })}
      description={t("fields.duplicateText")}
    >
      {(close) => <DuplicateForm field={field} onClose={close} />}
    </DialogButton>
  );
}

function DuplicateForm({ field, onClose }: { field: Field; onClose: () => void }) {
  const t = useTranslation();
  const { path } = useScope();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const duplicate = useMutation(endpointMutation(fields.duplicate));
  return (
    <Form
      schema={CopiesDraft}
      defaultValues={{ count: 1 }}
      guard={false}
      onSubmit={async (body) => {
        const params = { organizationId: field.organization.id, fieldId: field.id };
        await duplicate.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        void cache.invalidateQueries();
        onClose();
        await navigate({ to: path("/fields") });
      }}
    >
      <TextField name="count" type="number" min={1} label={t("fields.copies")} required />
      <CopyNames field={field} />
      <DialogFormActions onClose={onClose}>{t("fields.duplicate")}</DialogFormActions>
    </Form>
  );
}

function CopyNames({ field }: { field: Field }) {
  const t = useTranslation();
  const count = useFieldValue("count");
  const params = { organizationId: field.organization.id };
  const query = { facilityId: field.facility.id, withoutPagination: "true" };
  const { data } = useQuery(endpointQuery(fields.search, { params, query }));
  const asked = Number(count);
  if (!data || !Number.isInteger(asked) || asked < 1 || asked > MAX_FIELD_COPIES) return null;
  const names = listNumberedNames(
    field.name,
    data.data.map(({ name }) => name),
    asked,
  );
  return (
    <p role="status" className="text-13 text-ink-2">
      {t("fields.copyNames", { names: names.join(", ") })}
    </p>
  );
}
