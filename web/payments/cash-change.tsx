/** The change to give back for cash; nothing of it is sent. */
import { toMinorUnits } from "#web/kit/form/amount-units.ts";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Input } from "#web/kit/ui/input.tsx";

/** The field is `given` in the form's values. @param total minor units */
export function CashChange({ total, currency }: { total: number; currency: string }) {
  const t = useTranslation();
  const money = useAmountFormat();
  const changeFor = (given: unknown) => {
    const amount = typeof given === "string" ? toMinorUnits(Number(given.replace(",", "."))) : 0;
    return amount > 0 ? amount - total : undefined;
  };
  const { value, change, leave, error, id, control } = useField({
    name: "given",
    // Nobody is said to have paid more than they gave.
    validate: (given) => ((changeFor(given) ?? 0) < 0 ? t("payments.givenLess") : undefined),
  });
  const back = changeFor(value);
  return (
    <FieldFrame id={id} name="given" label={t("payments.given")} error={error} optional>
      <div className="flex items-center gap-3">
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className="max-w-32"
          value={typeof value === "string" ? value : ""}
          onChange={(event) => change(event.target.value)}
          onBlur={leave}
        />
        <output htmlFor={id} className="text-13 text-ink-2 tnum">
          {back === undefined
            ? ""
            : back >= 0
              ? t("payments.change", { amount: money(back, currency) })
              : t("payments.givenTooLittle", { amount: money(-back, currency) })}
        </output>
      </div>
    </FieldFrame>
  );
}
