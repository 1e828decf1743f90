/** The change to give back for cash; nothing of it is sent. */
import { useId, useState } from "react";
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Input } from "#web/kit/ui/input.tsx";

/** @param total minor units */
export function CashChange({ total, currency }: { total: number; currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const id = useId();
  const [given, setGiven] = useState("");
  const amount = toMinorUnits(Number(given.replace(",", ".")));
  const change = amount - total;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-13 font-medium">
        {t("payments.given")} <span className="font-normal text-ink-3">{t("kit.optional")}</span>
      </label>
      <div className="flex items-center gap-3">
        <Input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          className="max-w-32"
          value={given}
          onChange={(event) => setGiven(event.target.value)}
        />
        <output htmlFor={id} className="text-13 text-ink-2 tnum">
          {given !== "" && amount > 0
            ? change >= 0
              ? t("payments.change", { amount: money(change, currency) })
              : t("payments.givenTooLittle", { amount: money(-change, currency) })
            : ""}
        </output>
      </div>
    </div>
  );
}
