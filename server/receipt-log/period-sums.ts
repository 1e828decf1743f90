/** Sums of days, months and years. All amounts are minor units. */
import { addRates, type RateTotal } from "#server/invoices/vat.ts";

interface Sum {
  count: number;
  amount: number;
}
interface MethodSum {
  method: string;
  payments: number;
  /** Negative. */
  refunds: number;
}
export interface PeriodSums {
  entries: number;
  payments: Sum;
  /** The amount is negative; a refund that failed gives it back. */
  refunds: Sum;
  methods: MethodSum[];
  /** Invoices and credit notes. */
  documents: Sum;
  rates: RateTotal[];
}

const addSums = (a: Sum, b: Sum): Sum => ({ count: a.count + b.count, amount: a.amount + b.amount });

const addMethods = (all: readonly MethodSum[]): MethodSum[] =>
  [...Map.groupBy(all, ({ method }) => method)]
    .map(([method, its]) => ({
      method,
      payments: its.reduce((sum, { payments }) => sum + payments, 0),
      refunds: its.reduce((sum, { refunds }) => sum + refunds, 0),
    }))
    .toSorted((a, b) => (a.method < b.method ? -1 : 1));

export const emptySums: PeriodSums = {
  entries: 0,
  payments: { count: 0, amount: 0 },
  refunds: { count: 0, amount: 0 },
  methods: [],
  documents: { count: 0, amount: 0 },
  rates: [],
};

export const addPeriods = (a: PeriodSums, b: PeriodSums): PeriodSums => ({
  entries: a.entries + b.entries,
  payments: addSums(a.payments, b.payments),
  refunds: addSums(a.refunds, b.refunds),
  methods: addMethods([...a.methods, ...b.methods]),
  documents: addSums(a.documents, b.documents),
  rates: addRates([...a.rates, ...b.rates]),
});

interface Entry {
  kind: string;
  payload: string;
}

export function sumEntry({ kind, payload }: Entry): PeriodSums {
  const one = { ...emptySums, entries: 1 };
  const {
    amount = 0,
    method = "",
    rates = [],
  } = JSON.parse(payload) as {
    amount?: number;
    method?: string;
    rates?: RateTotal[];
  };
  // Money that a balance pays was received when it was put there.
  if (method === "balance" || method === "voucher") return one;
  switch (kind) {
    case "payment":
      return { ...one, payments: { count: 1, amount }, methods: [{ method, payments: amount, refunds: 0 }] };
    case "refund":
      return { ...one, refunds: { count: 1, amount }, methods: [{ method, payments: 0, refunds: amount }] };
    case "refund_failed":
      return { ...one, refunds: { count: 0, amount }, methods: [{ method, payments: 0, refunds: amount }] };
    case "invoice":
    case "credit_note":
      return { ...one, documents: { count: 1, amount }, rates };
    default:
      return one;
  }
}
