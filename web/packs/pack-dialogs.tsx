/** Dialogs of the team: grants a pack, lets one run longer, shows what it paid. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { id, localDate, requiredText } from "#contract/kit.ts";
import { type Pack, packs } from "#contract/packs.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DateField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { PackRow, PackUses } from "./pack-row.tsx";

const GrantDraft = z.strictObject({ typeId: id, reason: requiredText(300) });

export function GrantPackDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const grant = useMutation(endpointMutation(packs.grant));
  const types = useQuery(endpointQuery(packs.typesForSale, { params: { organizationId } })).data?.data;
  return (
    <Dialog open onOpenChange={onClose} title={t("packs.grant")} description={t("packs.grantText")}>
      {!types ? (
        <Skeleton className="h-32 w-full" />
      ) : types.length === 0 ? (
        <p className="text-13">{t("packs.noTypesForSale")}</p>
      ) : (
        <Form
          schema={GrantDraft}
          defaultValues={{ typeId: types[0]?.id ?? "", reason: "" }}
          guard={false}
          onSubmit={async (filled) => {
            const body = { customerId, ...filled };
            await grant.mutateAsync({ params: { organizationId }, body, idempotencyKey: keyOf(body) });
            await refetchPaymentQueries(cache);
            onClose();
          }}
        >
          <SelectField
            name="typeId"
            label={t("packs.one")}
            options={types.map((type) => ({ value: type.id, label: type.name }))}
          />
          <TextField name="reason" label={t("packs.reason")} autoComplete="off" required />
          <DialogFormActions onClose={onClose}>{t("packs.grant")}</DialogFormActions>
        </Form>
      )}
    </Dialog>
  );
}

const ExtendDraft = z.strictObject({ expiresOn: localDate });

export function ExtendPackDialog({ pack, onClose }: { pack: Pack; onClose: () => void }) {
  const t = useTranslation();
  const cache = useQueryClient();
  const extend = useMutation(endpointMutation(packs.extend));
  const params = { organizationId: pack.organization.id, packId: pack.id };
  return (
    <Dialog open onOpenChange={onClose} title={t("packs.extendNamed", { name: pack.name })}>
      <Form
        schema={ExtendDraft}
        defaultValues={{ expiresOn: pack.expiresOn ?? "" }}
        guard={false}
        onSubmit={async (body) => {
          await extend.mutateAsync({ params, body });
          await refetchPaymentQueries(cache);
          onClose();
        }}
      >
        <DateField name="expiresOn" label={t("packs.validUntil")} required />
        <DialogFormActions onClose={onClose}>{t("packs.extend")}</DialogFormActions>
      </Form>
    </Dialog>
  );
}

export function PackUsesDialog({ pack, onClose }: { pack: Pack; onClose: () => void }) {
  const t = useTranslation();
  const { path } = useScope();
  const params = { organizationId: pack.organization.id, packId: pack.id };
  const { data, error, refetch } = useQuery({ ...endpointQuery(packs.read, { params }), staleTime: 0 });
  return (
    <Dialog open onOpenChange={onClose} title={t("packs.usesOf", { name: pack.name, customer: pack.customer.name })}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data ? (
        <div className="grid gap-3">
          <ul className="-mx-4">
            <PackRow pack={data.data} />
          </ul>
          <PackUses uses={data.data.uses} unit={pack.unit} pathOf={(eventId) => path(`/events/${eventId}`)} />
        </div>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
    </Dialog>
  );
}
