/** Invoices that are issued before they are paid: their amounts and their due dates. */
import type { Charge } from "./charges.ts";

/** Minor units: the part of an open charge that is neither paid nor invoiced. */
export const amountToInvoice = ({
  amount,
  credited,
  settled,
  invoiced,
}: Pick<Charge, "amount" | "credited" | "settled" | "invoiced">): number =>
  amount - credited - Math.max(settled, invoiced);

/** After the date of issue, for every seller and buyer. French law allows no more between businesses (Code de commerce, L441-10). */
export const LATEST_DUE_DAYS = 60;
export const DEFAULT_DUE_DAYS = 14;
