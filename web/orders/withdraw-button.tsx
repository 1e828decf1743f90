/** Withdraws from a purchase, once it is shown what comes back; the team does so for a customer. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { type Order, orders, type Withdrawal } from "#contract/orders.ts";
import { endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormActions } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Button } from "#web/kit/ui/button.tsx";
import { DescriptionItem, DescriptionList } from "#web/kit/ui/description-list.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { usedLabels } from "./labels.ts";

interface WithdrawProps {
  order: Order;
  /** The team does it, and says how the customer has withdrawn. */
  isTeam?: boolean;
}

export function WithdrawButton({ order, isTeam = false }: WithdrawProps) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { name } = order;
  return (
    <>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-label={t("orders.withdrawNamed", { name })}
        onClick={() => setOpen(true)}
      >
        {t("orders.withdraw")}
      </Button>
      <Dialog open={isOpen} onOpenChange={close} title={t("orders.withdrawQuestion", { name })}>
        {isOpen && <Withdraw order={order} isTeam={isTeam} onClose={close} />}
      </Dialog>
    </>
  );
}

function Withdraw({ order, isTeam, onClose }: Required<WithdrawProps> & { onClose: () => void }) {
  const t = useTranslation();
  const params = { organizationId: order.organization.id, orderId: order.id };
  const { data, error, refetch } = useQuery({
    ...endpointQuery(orders.withdrawal, { params }, { quiet: true }),
    gcTime: 0,
    staleTime: 0,
  });
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  const { refusal } = data.data;
  if (refusal !== null)
    return (
      <>
        <p className="text-13">{refusal}</p>
        <FormActions className="pt-4">
          <Button onClick={onClose}>{t("kit.close")}</Button>
        </FormActions>
      </>
    );
  return <WithdrawForm params={params} withdrawal={data.data} isTeam={isTeam} onClose={onClose} />;
}

const ByTeam = z.strictObject({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)) });
const ByBuyer = z.strictObject({ reason: z.string() });

interface WithdrawFormProps {
  params: { organizationId: string; orderId: string };
  withdrawal: Withdrawal;
  isTeam: boolean;
  onClose: () => void;
}

function WithdrawForm({ params, withdrawal, isTeam, onClose }: WithdrawFormProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const cache = useQueryClient();
  const [keyOf] = useState(createIdempotencyKeys);
  const withdraw = useMutation(endpointMutation(orders.withdraw));
  const { total, kept, amount, currency, used, of, unit } = withdrawal;
  return (
    <Form
      schema={isTeam ? ByTeam : ByBuyer}
      defaultValues={{ reason: "" }}
      guard={false}
      onSubmit={async ({ reason }) => {
        const body = isTeam ? { reason } : {};
        await withdraw.mutateAsync({ params, body, idempotencyKey: keyOf(body) });
        await refetchPaymentQueries(cache);
        onClose();
      }}
    >
      <p className="text-13 text-ink-2">{t("orders.withdrawText")}</p>
      <DescriptionList className="rounded-md border border-line">
        <DescriptionItem name={t("orders.used")}>{t(usedLabels[unit], { used, of })}</DescriptionItem>
        <DescriptionItem name={t("orders.paid")}>
          <span className="tnum">{money(total, currency)}</span>
        </DescriptionItem>
        <DescriptionItem name={t("orders.kept")}>
          <span className="tnum">{money(kept, currency)}</span>
        </DescriptionItem>
        <DescriptionItem name={t("orders.comesBack")}>
          <span className="font-semibold tnum">{money(amount, currency)}</span>
        </DescriptionItem>
      </DescriptionList>
      {isTeam && (
        <TextField
          name="reason"
          label={t("orders.reasonOfCustomer")}
          placeholder={t("orders.reasonPlaceholder")}
          autoComplete="off"
          required
        />
      )}
      <DialogFormActions onClose={onClose}>{t("orders.confirmWithdrawal")}</DialogFormActions>
    </Form>
  );
}
