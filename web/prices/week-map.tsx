/** A week in the colours of its prices, for one plan and somebody; as a table for those who cannot see it. */
import { useState } from "react";
import { heatMap } from "#contract/prices-grid-rules.ts";
import { useMoney } from "#web/kit/money.ts";
import { Select } from "#web/kit/select.tsx";
import type { Money } from "#web/kit/sheet.ts";
import { useWeek, weekdays } from "#web/kit/weekdays.ts";
import { useWords } from "#web/kit/words.ts";
import { gridOf, rolesIn, useTyped } from "./price-draft.ts";
import { type Block, type BlocksProps, blocksOf, Legend, type Moment, Picture, timeOf } from "./week-picture.tsx";

interface WeekMapProps {
  /** Whose prices are being typed. */
  layer: number | null;
  roleName: (roleId: number) => string;
  money: Money;
  onPick: (moment: Moment) => void;
}

export function WeekMap({ layer, roleName, money, onPick }: WeekMapProps) {
  const t = useWords();
  const draft = useTyped();
  const [wanted, setWanted] = useState<string>();
  /** Undefined: as the grid above. */
  const [somebody, setSomebody] = useState<number | null>();
  const who = somebody === undefined ? layer : somebody;
  const plan = draft.plans.find(({ key }) => key === wanted) ?? draft.plans[0];
  const roles = [...new Set([...rolesIn(draft), ...(who === null ? [] : [who])])];
  const whose = who === null ? t("prices.everybody") : roleName(who);
  const week = plan ? heatMap(gridOf(draft), { plan: plan.key, roleIds: who === null ? [] : [who] }) : [];
  const blocks = blocksOf(week);
  const prices = [...new Set(blocks.map(({ price }) => price))].toSorted((one, other) => one - other);
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
          <Picture blocks={blocks} shareOf={shareOf} money={money} onPick={onPick} />
          <Legend prices={prices} shareOf={shareOf} money={money} />
          <Listed blocks={blocks} caption={t("prices.weekOf", { plan: plan?.name ?? "", who: whose })} money={money} />
        </>
      )}
    </div>
  );
}

/** Each text is one pixel wide, and so nothing of it is cut. */
function Listed({ blocks, caption, money }: Omit<BlocksProps, "shareOf"> & { caption: string }) {
  const t = useWords();
  const format = useMoney();
  const { dayName, time } = useWeek();
  const say = ({ from, to, price }: Block) =>
    `${time(timeOf(from))} – ${time(timeOf(to))} ${price === 0 ? t("prices.free") : format(price, money.currency)}`;
  const heard = "sr-only";
  return (
    <table className="absolute">
      <caption>
        <span className={heard}>{caption}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className={heard}>{t("prices.day")}</span>
          </th>
          <th scope="col">
            <span className={heard}>{t("prices.grid")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {weekdays.map((weekday) => {
          const its = blocks.filter((block) => block.weekday === weekday);
          return (
            <tr key={weekday}>
              <th scope="row">
                <span className={heard}>{dayName(weekday)}</span>
              </th>
              <td>
                <span className={heard}>{its.length > 0 ? its.map(say).join(", ") : t("prices.notSoldCell")}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
