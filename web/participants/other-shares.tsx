/** Shares of others, to choose those that somebody pays with their own. */
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";

export interface OtherShare {
  id: string;
  name: string;
  /** Minor units. */
  amount: number;
  state: "open" | "chosen" | "paid";
}

export const chosenIds = (others: readonly OtherShare[]): string[] =>
  others.filter(({ state }) => state === "chosen").map(({ id }) => id);

interface OtherSharesProps {
  label: string;
  others: readonly OtherShare[];
  currency: string;
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

export function OtherShares({ label, others, currency, chosen, onChoose }: OtherSharesProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  return (
    <fieldset>
      <legend className="text-13 font-medium">{label}</legend>
      {others.map(({ id, name, amount, state }) => (
        <CheckBox
          key={id}
          label={
            <span className="flex w-full justify-between gap-3">
              <span className="min-w-0 [overflow-wrap:anywhere]">{name || t("participants.player")}</span>
              <span className="whitespace-nowrap text-ink-2 tnum">
                {state === "paid"
                  ? t("participants.sharePaid", { amount: money(amount, currency) })
                  : money(amount, currency)}
              </span>
            </span>
          }
          checked={state === "paid" || chosen.includes(id)}
          disabled={state === "paid"}
          onChange={(isChosen) => onChoose(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}
