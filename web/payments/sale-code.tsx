/** The promo code of a sale: what it takes off a membership or packs, or why it does not hold. */
import { keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import type { Draft } from "#contract/kit.ts";
import { payments, type SaleCode } from "#contract/payments.ts";
import { PromoCodeField } from "#web/availability/promo-code-choice.tsx";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useFieldValue } from "#web/kit/form/form.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { amountOfLine, isOwnPrice, type SaleLine } from "./sale-line.ts";

/** @returns undefined for a sale that no code can be for, or without a buyer yet */
function toCodeDraft(
  customerId: unknown,
  lines: readonly SaleLine[],
  promoCode: string,
): Draft<typeof payments.quoteSaleCode> | undefined {
  const priced = lines.flatMap((line) =>
    line.kind === "pack" || line.kind === "subscription"
      ? [{ kind: line.kind, amount: Math.max(0, amountOfLine(line) - line.fee), hasOwnPrice: isOwnPrice(line) }]
      : [],
  );
  if (priced.length === 0 || typeof customerId !== "string" || customerId === "") return undefined;
  return { customerId, lines: priced, ...(promoCode !== "" && { promoCode }) };
}

const codeQuery = (organizationId: string, body: Draft<typeof payments.quoteSaleCode>) =>
  endpointQuery(payments.quoteSaleCode, { params: { organizationId }, body }, { quiet: true });

function useSaleCode() {
  const { organizationId } = useScope();
  const [customerId, promoCode] = [useFieldValue("customerId"), useFieldText("promoCode")];
  const body = toCodeDraft(customerId, useFieldValue("lines") as readonly SaleLine[], promoCode);
  const found = useQuery({
    ...codeQuery(organizationId, body ?? { customerId: "", lines: [] }),
    placeholderData: keepPreviousData,
    enabled: body !== undefined,
    staleTime: 0,
  });
  const data = body ? found.data?.data : undefined;
  // The answer to a former question says nothing about the lines as they are.
  const promo = found.isPlaceholderData || promoCode === "" ? null : (data?.promo ?? null);
  return { isFor: body !== undefined, data: data && { ...data, promo }, found, promoCode };
}

/** Minor units that the code takes off. */
export const useSaleDiscount = (): number => useSaleCode().data?.promo?.discount ?? 0;

export function SaleCodeField() {
  const { isFor, data, found, promoCode } = useSaleCode();
  if (!isFor) return null;
  return (
    <PromoCodeField
      quote={{
        ...{ data, codeError: promoCode === "" ? null : found.error },
        isCodePending: promoCode !== "" && found.isFetching,
      }}
    />
  );
}

/** Members of the request: the code, and what the desk has seen that it takes off. */
export function toCodeMembers(
  cache: QueryClient,
  organizationId: string,
  { customerId, lines, promoCode }: { customerId: string; lines: readonly SaleLine[]; promoCode: string },
): { promoCode?: string; promoDiscount?: number } {
  const body = promoCode === "" ? undefined : toCodeDraft(customerId, lines, promoCode);
  if (!body) return {};
  const seen = cache.getQueryData<{ data: SaleCode }>(codeQuery(organizationId, body).queryKey)?.data.promo?.discount;
  return { promoCode, ...(seen && { promoDiscount: seen }) };
}
