/** A club that sells and invoices, and its VAT report. */
import type { VatBasis, VatReport } from "#contract/accounting.ts";
import { createDebtors, type Debtors } from "./debtors.ts";
import { createPaymentTestBed, type PaymentTestBed } from "./payment-test-bed.ts";
import type { ApiAnswer } from "./test-app.ts";

const HOUR_MS = 3_600_000;

export interface VatTestBed {
  testBed: PaymentTestBed;
  debtors: Debtors;
  setClock(instant: string): Promise<void>;
  post(path: string, body: object): Promise<ApiAnswer>;
  setVatRate(vatRate: number): Promise<ApiAnswer>;
  /** A start that no other booking has. */
  freeSlot(): string;
  readVat(period: string, basis: VatBasis): Promise<VatReport>;
}

export async function createVatTestBed(): Promise<VatTestBed> {
  const testBed = await createPaymentTestBed();
  const { club, testApp } = testBed;
  let slots = 0;
  return {
    testBed,
    debtors: await createDebtors(testBed),
    /** Sessions end meanwhile. */
    async setClock(instant) {
      testApp.clock.set(instant);
      club.manager = testApp.as(await testApp.member(club.organizationId, 2));
    },
    post: (path, body) => club.manager("POST", club.path(path), body),
    setVatRate: (vatRate) => club.manager("PATCH", club.path(""), { vatRate }),
    freeSlot: () => new Date(Date.parse("2028-01-01T06:00:00Z") + ++slots * HOUR_MS).toISOString(),
    async readVat(period, basis) {
      const { status, body } = await club.manager("GET", club.path(`/accounting/vat?period=${period}&basis=${basis}`));
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.data;
    },
  };
}
