import { BankAccount, BankAccountDraft } from "#contract/payments.ts";
import { columnMap } from "#server/kit/db/column-map.ts";

export const bankAccountColumnMap = columnMap(
  { table: "bank_accounts", draft: BankAccountDraft, entity: BankAccount },
  { active: "active", holder: "holder", iban: "iban", bic: "bic", paymentDays: "payment_days" },
);
