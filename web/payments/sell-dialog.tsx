/** Sells products to a customer at the desk: lines, the sum, the method, change for cash; or it is paid later. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Tags } from "lucide-react";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { id, optionalText } from "#contract/kit.ts";
import { deskMethods, payments, SalePayment } from "#contract/payments.ts";
import { packs } from "#contract/packs.ts";
import { products } from "#contract/products.ts";
import { subscriptions } from "#contract/subscriptions.ts";
import { CustomerField } from "#web/customers/customer-field.tsx";
import { useWallet } from "#web/customers/use-wallet.ts";
import { ApiError, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { createIdempotencyKeys } from "#web/kit/data/idempotency-key.ts";
import { refetchPaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFreshQuery } from "#web/kit/data/use-fresh-query.ts";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { SelectField } from "#web/kit/form/choice-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, useFieldValue } from "#web/kit/form/form.tsx";
import { FormStore } from "#web/kit/form/form-store.ts";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { buttonClass } from "#web/kit/ui/button.tsx";
import { Dialog } from "#web/kit/ui/dialog.tsx";
import { EmptyState } from "#web/kit/ui/empty-state.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useOrganizationCurrency } from "#web/organizations/use-organization.ts";
import { CashChange } from "./cash-change.tsx";
import { DeskField } from "./desk-field.tsx";
import { BuyerReceipt, showOutcome, showRecorded } from "./receipt-notice.tsx";
import { toCodeMembers } from "./sale-code.tsx";
import { isOwnPrice, type ItemForSale, SaleLine } from "./sale-line.ts";
import { SaleLines, useSaleTotal, withPresentPrices } from "./sale-lines.tsx";
import { useMethodOptions } from "./method-options.ts";
import { SellerGate } from "./seller-gate.tsx";
import { VoucherOfMethod } from "./voucher-method.tsx";
import { toVoucherDraft } from "#web/vouchers/voucher-members.ts";

type Listed = Omit<ItemForSale, "kind">;
const ofKind = (kind: ItemForSale["kind"], items: readonly Listed[] = []): ItemForSale[] =>
  items.map(({ id, name, price }) => ({ id, name, price, kind }));

/** Products, memberships, then packs; undefined until all are known. */
function useItemsForSale() {
  const { organizationId } = useScope();
  const params = { organizationId };
  const found = useFreshQuery({ ...endpointQuery(products.forSale, { params }), staleTime: 0 });
  const memberships = useFreshQuery({ ...endpointQuery(subscriptions.typesForSale, { params }), staleTime: 0 });
  const types = useFreshQuery({ ...endpointQuery(packs.typesForSale, { params }), staleTime: 0 });
  const join = (
    sold: readonly Listed[] | undefined,
    memberTypes: readonly Listed[] | undefined,
    packTypes: readonly Listed[] | undefined,
  ) => [...ofKind("product", sold), ...ofKind("subscription", memberTypes), ...ofKind("pack", packTypes)];
  return {
    items:
      found.data && memberships.data && types.data && join(found.data.data, memberships.data.data, types.data.data),
    error: found.error ?? memberships.error ?? types.error,
    refetch: async () => {
      const [one, another, other] = await Promise.all([found.refetch(), memberships.refetch(), types.refetch()]);
      return join(one.data?.data, another.data?.data, other.data?.data);
    },
  };
}

const idNames = { product: "productId", pack: "packTypeId", subscription: "subscriptionTypeId" } as const;

/** Anybody at the desk may type how much is put on the balance. */
const TOP_UP = "topUp";
const VOUCHER = "voucher";
/** Stands in the line until another amount is typed. Minor units. */
const FIRST_TOP_UP = 5000;

/** A membership costs what its offer says: nobody types its price, and one that changed meanwhile is refused. */
function toDraft({
  productId,
  kind,
  quantity,
  price,
  priceReason,
  startsOn,
  beyondReason,
  voucher,
  fee: _fee,
  ...line
}: SaleLine) {
  if (kind === "voucher") return { voucher: toVoucherDraft(voucher, toMinorUnits(price)), quantity: 1 };
  if (kind === "topUp") return { topUp: toMinorUnits(price), quantity: 1 };
  const item = { [idNames[kind]]: productId, quantity, price: toMinorUnits(price) };
  if (kind === "subscription") return { ...item, ...(startsOn && { startsOn }), ...(beyondReason && { beyondReason }) };
  return { ...item, ...(isOwnPrice({ price, ...line }) && priceReason && { priceReason }) };
}

export interface SellDialogProps {
  /** The buyer; asked for if left out. */
  customerId?: string | undefined;
  /** The till that takes the money, where several are open. */
  tillId?: string | undefined;
  onClose: () => void;
}

export function SellDialog({ customerId, tillId, onClose }: SellDialogProps) {
  const t = useTranslation();
  const { can, path } = useScope();
  const found = useItemsForSale();
  const currency = useOrganizationCurrency();
  const topUp = { id: TOP_UP, name: t("credits.topUp"), price: FIRST_TOP_UP, kind: "topUp" } as const;
  const voucher = { id: VOUCHER, name: t("vouchers.one"), price: FIRST_TOP_UP, kind: "voucher" } as const;
  const forSale = found.items && found.items.length > 0 ? [...found.items, voucher, topUp] : found.items;
  return (
    <Dialog open onOpenChange={onClose} size="large" title={t("payments.sell")} description={t("payments.sellText")}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={found.refetch} />
      ) : !forSale || !currency ? (
        <Skeleton className="h-48 w-full" />
      ) : forSale.length === 0 ? (
        <EmptyState
          icon={Tags}
          title={t("payments.nothingForSale")}
          action={
            can(products.create) && (
              <Link to={path("/settings/products")} className={buttonClass("primary")}>
                {t("products.title")}
              </Link>
            )
          }
          withoutAction={t("payments.nothingForSaleByOthers")}
        >
          {t("payments.nothingForSaleText")}
        </EmptyState>
      ) : (
        <SellForm
          products={forSale}
          currency={currency}
          customerId={customerId}
          tillId={tillId}
          onRefused={found.refetch}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

const SellFormDraft = z.strictObject({
  customerId: id,
  lines: z.array(SaleLine).check(z.minLength(1)),
  method: z.enum([...deskMethods, "later"]),
  given: optionalText(20),
  note: optionalText(300),
  email: SalePayment.shape.email,
  tillId: SalePayment.shape.tillId,
  promoCode: z.string(),
  /** As the request has it, so that a refusal stands beside its field. */
  payment: z.strictObject({ voucherCode: SalePayment.shape.voucherCode }),
});

/** Names errors of the payment by the fields of the form: one that has to be made at once stands beside the method. */
function toFormErrors(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.errors) return error;
  const nameOf = (path: string) =>
    path === "payment" ? "method" : path === "payment.voucherCode" ? path : path.replace(/^payment\./, "");
  const errors = Object.fromEntries(Object.entries(error.errors).map(([path, texts]) => [nameOf(path), texts]));
  return new ApiError(error.status, error.message, { errors, cause: error });
}

interface SellFormProps extends SellDialogProps {
  products: readonly ItemForSale[];
  currency: string;
  /** @returns the products as they are now */
  onRefused: () => Promise<readonly ItemForSale[]>;
}

function SellForm({ products: forSale, currency, customerId, tillId, onRefused, onClose }: SellFormProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId } = useScope();
  const [keyOf] = useState(createIdempotencyKeys);
  const [store] = useState(
    () =>
      new FormStore({
        customerId: customerId ?? "",
        lines: [],
        method: "cash",
        given: "",
        note: "",
        email: "",
        tillId: tillId ?? null,
        promoCode: "",
        payment: { voucherCode: "" },
      }),
  );
  const sell = useMutation(endpointMutation(payments.sell, { quiet: "outcome" }));
  const firstField = customerId === undefined ? "customerId" : "lines";
  // The dialog has focused its button to close while the products were loading.
  useEffect(() => store.focus(firstField), [store, firstField]);
  return (
    <SellerGate>
      {(watch) => (
        <Form
          schema={SellFormDraft}
          store={store}
          guard={false}
          onSubmit={async ({
            customerId: buyerId,
            lines,
            method,
            note,
            email,
            tillId: chosenTill,
            payment,
            promoCode,
          }) => {
            const body = {
              customerId: buyerId,
              lines: lines.map(toDraft),
              ...toCodeMembers(cache, organizationId, { customerId: buyerId, lines, promoCode }),
              payment:
                method === "later"
                  ? null
                  : {
                      ...{ method, ...(note && { note }), ...(email && { email }), tillId: chosenTill ?? null },
                      ...(method === "voucher" && payment),
                    },
            };
            const request = sell.mutateAsync({ params: { organizationId }, body, idempotencyKey: keyOf(body) });
            const { data, message = "" } = await watch(
              request.catch(async (error: unknown) => {
                // A price may have changed: the form shows the present one.
                void cache.invalidateQueries({ queryKey: [subscriptions.offer.name] });
                void cache.invalidateQueries({ queryKey: [payments.quoteSaleCode.name] });
                store.set("lines", withPresentPrices(lines, await onRefused()));
                throw toFormErrors(error);
              }),
            );
            await refetchPaymentQueries(cache);
            if (data.payment) showRecorded(t, message, data.payment.receiptsTo);
            else showOutcome(t("payments.soldOnAccount"));
            onClose();
          }}
        >
          {customerId === undefined && <CustomerField name="customerId" label={t("customers.one")} required />}
          <SaleLines products={forSale} currency={currency} />
          <SaleMethod currency={currency} />
          <PaidNow currency={currency} />
          <DialogFormActions onClose={onClose}>
            <SaleButtonText currency={currency} />
          </DialogFormActions>
        </Form>
      )}
    </SellerGate>
  );
}

/** The buyer's balance is a method. */
function SaleMethod({ currency }: { currency: string }) {
  const t = useTranslation();
  const buyer = useFieldValue("customerId");
  const wallet = useWallet(typeof buyer === "string" ? buyer : undefined)?.amount ?? 0;
  const options = useMethodOptions(wallet, currency);
  return (
    <SelectField
      name="method"
      label={t("payments.method")}
      options={[...options, { value: "later" as const, label: t("payments.payLater") }]}
    />
  );
}

const useIsPaidLater = (): boolean => useFieldValue("method") === "later";

function SaleButtonText({ currency }: { currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const amount = money(useSaleTotal(), currency);
  return t(useIsPaidLater() ? "payments.leaveAmount" : "payments.takeAmount", { amount });
}

/** Fields of a payment at once. */
function PaidNow({ currency }: { currency: string }) {
  const t = useTranslation();
  const buyer = useFieldValue("customerId");
  if (useIsPaidLater()) return <p className="text-13 text-ink-2">{t("payments.payLaterHint")}</p>;
  return (
    <>
      <VoucherOfMethod name="payment.voucherCode" />
      <DeskField facilityIds={null} />
      <SaleChange currency={currency} />
      <TextField name="note" label={t("payments.note")} autoComplete="off" optional />
      <BuyerReceipt customerId={typeof buyer === "string" ? buyer : ""} />
    </>
  );
}

function SaleChange({ currency }: { currency: string }) {
  const total = useSaleTotal();
  return useFieldValue("method") === "cash" && total > 0 ? <CashChange total={total} currency={currency} /> : null;
}
