/** Heat map of a week's prices for one plan and role, with a table for screen readers. */
import { useState } from "react";
import { buildHeatMap } from "#contract/prices-grid-rules.ts";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { Select } from "#web/kit/ui/select.tsx";
import type { AmountNotation } from "./parse-amount.ts";
import { useWeekdayFormats, weekdays } from "#web/kit/format/weekday-formats.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { toPriceGrid, listRoleIds, usePriceFormValues } from "./price-draft.ts";
import {
  type PriceBlock,
  type PriceBlocksProps,
  toPriceBlocks,
  PriceLegend,
  type WeekTime,
  WeekPriceChart,
  halfHourToTime,
} from "./week-price-chart.tsx";

interface WeekMapProps {
  layer: number | null;
  roleName: (roleId: number) => string;
  money: AmountNotation;
  onPick: (moment: WeekTime) => void;
}

export function WeekMap({ layer, roleName, money, onPick }: WeekMapProps) {
  const t = useTranslation();
  const draft = usePriceFormValues();
  const [wanted, setWanted] = useState<string>();
  /** Undefined: the role of the grid above. */
  const [somebody, setSomebody] = useState<number | null>();
  const who = somebody === undefined ? layer : somebody;
  const plan = draft.plans.find(({ key }) => key === wanted) ?? draft.plans[0];
  const roles = [...new Set([...listRoleIds(draft), ...(who === null ? [] : [who])])];
  const whose = who === null ? t("prices.everybody") : roleName(who);
  const week = plan ? buildHeatMap(toPriceGrid(draft), { plan: plan.key, roleIds: who === null ? [] : [who] }) : [];
  const blocks = toPriceBlocks(week);
  const prices = [...new Set(blocks.map(({ price }) => price))].toSorted((a, b) => a - b);
  const shareOf = (price: number) => (prices.length < 2 ? 0.5 : prices.indexOf(price) / (prices.length - 1));
  return (
    <div className="relative grid min-w-0 gap-3">
      <div className="flex flex-wrap gap-3">
        <label className="grid gap-1.5 text-13 font-medium">
          {t("prices.plan")}
          <Select
            options={draft.plans.map(({ key, name }, index) => ({
              value: key,
              label: name || t("prices.planNamed", { number: index + 1 }),
            }))}
            value={plan?.key}
            onValueChange={setWanted}
            className="w-44 font-normal"
          />
        </label>
        <label className="grid gap-1.5 text-13 font-medium">
          {t("prices.who")}
          <Select
            options={[
              { value: null, label: t("prices.everybody") },
              ...roles.map((id) => ({ value: id, label: roleName(id) })),
            ]}
            value={who}
            onValueChange={setSomebody}
            className="w-44 font-normal"
          />
        </label>
      </div>
      {blocks.length === 0 ? (
        <p className="rounded-xl border border-line px-4 py-6 text-center text-13 text-ink-3">
          {t("prices.weekNothing")}
        </p>
      ) : (
        <>
          <WeekPriceChart blocks={blocks} shareOf={shareOf} money={money} onPick={onPick} />
          <PriceLegend prices={prices} shareOf={shareOf} money={money} />
          <PriceTable
            blocks={blocks}
            caption={t("prices.weekOf", { plan: plan?.name ?? "", who: whose })}
            money={money}
          />
        </>
      )}
    </div>
  );
}

/** `sr-only` is on each text, not on the table: no text is then cut off. */
function PriceTable({ blocks, caption, money }: Omit<PriceBlocksProps, "shareOf"> & { caption: string }) {
  const t = useTranslation();
  const format = useAmountFormat();
  const { dayName, time } = useWeekdayFormats();
  const say = ({ from, to, price }: PriceBlock) =>
    `${time(halfHourToTime(from))} – ${time(halfHourToTime(to))} ${price === 0 ? t("prices.free") : format(price, money.currency)}`;
  const screenReaderOnly = "sr-only";
  return (
    <table className="absolute">
      <caption>
        <span className={screenReaderOnly}>{caption}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className={screenReaderOnly}>{t("prices.day")}</span>
          </th>
          <th scope="col">
            <span className={screenReaderOnly}>{t("prices.grid")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday) => {
          const dayBlocks = blocks.filter((block) => block.weekday === weekday);
          return (
            <tr key={weekday}>
              <th scope="row">
                <span className={screenReaderOnly}>{dayName(weekday)}</span>
              </th>
              <td>
                <span className={screenReaderOnly}>
                  {dayBlocks.length > 0 ? dayBlocks.map(say).join(", ") : t("prices.notSoldCell")}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
