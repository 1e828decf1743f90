/** Lines of a sale: products that are searched for, with their quantities and prices. */
import type { ReactNode } from "react";
import { MAX_SALE_LINES, MAX_SOLD_QUANTITY } from "#contract/payments.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FieldFrame, FieldNotes, useField } from "#web/kit/form/field.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { MoneyField } from "#web/kit/form/money-field.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Combobox } from "#web/kit/ui/combobox.tsx";
import { useOrganizationTimezone } from "#web/organizations/use-organization.ts";
import { RemoveLineButton } from "./remove-line-button.tsx";
import { SaleCodeField, useSaleDiscount } from "./sale-code.tsx";
import { amountOfLine, isOwnPrice, type ItemForSale, type SaleLine } from "./sale-line.ts";
import { SubscriptionLine } from "./subscription-line.tsx";
import { emptyVoucher } from "#web/vouchers/voucher-members.ts";
import { VoucherMembersFields } from "#web/vouchers/voucher-members-fields.tsx";

const toLine = ({ id, name, price, kind }: ItemForSale, today: string): SaleLine => ({
  ...{ productId: id, kind, name, quantity: 1, price: price / 100, seenPrice: price, priceReason: "" },
  ...{ startsOn: kind === "subscription" ? today : null, beyondReason: "", fee: 0 },
  voucher: kind === "voucher" ? emptyVoucher : null,
});

/** The desk types what it is worth. */
const hasFreeAmount = (kind: ItemForSale["kind"]): boolean => kind === "topUp" || kind === "voucher";

/** After a refusal: prices that nobody chose are the present ones. */
export const withPresentPrices = (lines: readonly SaleLine[], products: readonly ItemForSale[]): readonly SaleLine[] =>
  lines.map((line) => {
    const product = products.find(({ id }) => id === line.productId);
    // A membership takes its price from its offer.
    if (!product || line.kind === "subscription" || hasFreeAmount(line.kind)) return line;
    return { ...line, seenPrice: product.price, ...(!isOwnPrice(line) && { price: product.price / 100 }) };
  });

const useSaleLines = (): readonly SaleLine[] => useFieldValue("lines") as readonly SaleLine[];

/** Minor units, less what a promo code takes off. */
export const useSaleTotal = (): number =>
  useSaleLines().reduce((sum, line) => sum + amountOfLine(line), 0) - useSaleDiscount();

export function SaleLines({ products, currency }: { products: readonly ItemForSale[]; currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const setField = useSetField();
  const lines = useSaleLines();
  const total = useSaleTotal();
  return (
    <div className="grid min-w-0 gap-3">
      <ProductSearch products={products} currency={currency} />
      {lines.length > 0 && (
        <>
          <ul aria-label={t("payments.saleLines")} className="divide-y divide-line rounded-xl border border-line">
            {lines.map((line, index) => {
              const AnyLine = lineParts[line.kind] ?? Line;
              return (
                <AnyLine
                  key={line.productId}
                  line={line}
                  index={index}
                  currency={currency}
                  onRemove={() => setField("lines", lines.toSpliced(index, 1))}
                />
              );
            })}
          </ul>
          <SaleCodeField />
          <p className="flex items-baseline justify-between" aria-live="polite">
            <span className="text-13 text-ink-2">{t("payments.saleTotal")}</span>
            <strong className="text-base tnum">{money(total, currency)}</strong>
          </p>
        </>
      )}
    </div>
  );
}

/** A product that is chosen twice is sold twice. */
function ProductSearch({ products, currency }: { products: readonly ItemForSale[]; currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const lines = useSaleLines();
  const today = Temporal.Now.plainDateISO(useOrganizationTimezone()).toString();
  const { id, change, leave, error, control } = useField({ name: "lines", required: true });
  const add = (productId: string) => {
    const known = lines.findIndex((line) => line.productId === productId);
    const product = products.find((one) => one.id === productId);
    const line = lines[known];
    if (line && (line.kind === "subscription" || hasFreeAmount(line.kind))) return;
    if (line) change(lines.with(known, { ...line, quantity: (Number(line.quantity) || 0) + 1 }));
    else if (product && lines.length < MAX_SALE_LINES) change([...lines, toLine(product, today)]);
  };
  return (
    <FieldFrame id={id} name="lines" label={t("payments.addProduct")} error={error}>
      <Combobox
        {...control}
        options={products.map((product) => ({
          value: product.id,
          label: product.name,
          ...(!hasFreeAmount(product.kind) && { hint: money(product.price, currency) }),
        }))}
        placeholder={t("payments.findProduct")}
        value=""
        onValueChange={add}
        onBlur={leave}
      />
    </FieldFrame>
  );
}

export interface LineProps {
  line: SaleLine;
  index: number;
  currency: string;
  onRemove: () => void;
}

/** An amount that is put on the balance, or that a gift voucher is worth. */
function AmountLine({ line: { name, kind }, index, currency, onRemove }: LineProps) {
  const { id, error } = useField({ name: `lines.${index}` });
  return (
    <li data-field={`lines.${index}`} className="grid gap-2 px-3 py-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_7rem_auto] items-center gap-3">
        <span className="text-13 font-medium [overflow-wrap:anywhere]">{name}</span>
        <MoneyField
          name={`lines.${index}.price`}
          label={name}
          currency={currency}
          min={kind === "voucher" ? 1 : 0.01}
          hideLabel
        />
        <RemoveLineButton name={name} onRemove={onRemove} />
      </div>
      {kind === "voucher" && <VoucherMembersFields name={`lines.${index}.voucher`} />}
      <FieldNotes id={id} error={error} hint={undefined} />
    </li>
  );
}

const lineParts: Partial<Record<ItemForSale["kind"], (props: LineProps) => ReactNode>> = {
  subscription: SubscriptionLine,
  topUp: AmountLine,
  voucher: AmountLine,
};

function Line({ line, index, currency, onRemove }: LineProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { can } = useScope();
  const { id, error } = useField({ name: `lines.${index}` });
  const { name } = line;
  return (
    <li data-field={`lines.${index}`} className="grid gap-2 px-3 py-2.5">
      <div className="grid grid-cols-[minmax(0,1fr)_4.5rem_7rem_5.5rem_auto] items-center gap-x-3 gap-y-2 max-sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]">
        <span className="text-13 font-medium [overflow-wrap:anywhere] max-sm:col-span-2">{name}</span>
        <TextField
          name={`lines.${index}.quantity`}
          label={t("payments.quantityOf", { name })}
          type="number"
          min={1}
          max={MAX_SOLD_QUANTITY}
          autoComplete="off"
          hideLabel
          required
          className="max-sm:row-start-2"
        />
        {can("sales.adjust") ? (
          <MoneyField
            name={`lines.${index}.price`}
            label={t("payments.priceOf", { name })}
            currency={currency}
            min={0.01}
            hideLabel
            className="max-sm:row-start-2 max-sm:max-w-32"
          />
        ) : (
          <span className="text-right text-13 text-ink-2 tnum max-sm:row-start-2 max-sm:text-left">
            {money(line.seenPrice, currency)}
          </span>
        )}
        <span className="text-right text-13 font-medium tnum max-sm:row-start-2">
          {money(amountOfLine(line), currency)}
        </span>
        <RemoveLineButton
          name={name}
          className="max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end"
          onRemove={onRemove}
        />
      </div>
      {typeof line.price === "number" && isOwnPrice(line) && (
        <TextField
          name={`lines.${index}.priceReason`}
          label={t("payments.priceReason", { price: money(line.seenPrice, currency) })}
          autoComplete="off"
          required
        />
      )}
      <FieldNotes id={id} error={error} hint={undefined} />
    </li>
  );
}
