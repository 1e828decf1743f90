import { useQuery } from "@tanstack/react-query";
import { organizations } from "#contract/organizations.ts";
import type { ProductKind } from "#contract/products.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale } from "#web/kit/format/translation.ts";
import type { MessageKey } from "#messages/keys.ts";

export const kindLabels = {
  court: "products.kindCourt",
  coaching: "products.kindCoaching",
  subscription: "products.kindSubscription",
  pack: "products.kindPack",
  extra: "products.kindExtra",
  goods: "products.kindGoods",
  fee: "products.kindFee",
  voucher: "products.kindVoucher",
} as const satisfies Record<ProductKind, MessageKey>;

/** @returns a function that writes thousandths of a percent: `5.5%`, `5,5 %` */
export function useRateFormat(): (rate: number) => string {
  const format = new Intl.NumberFormat(useLocale(), { style: "percent", maximumFractionDigits: 3 });
  return (rate) => format.format(rate / 100_000);
}

/** The rate of the organization, which has hundredths of a percent; empty while it is loading. */
export function useOwnRate(): string {
  const rate = useRateFormat();
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(organizations.read, { params: { organizationId } }));
  return data ? rate(data.data.vatRate * 10) : "";
}
