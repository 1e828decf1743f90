/** Offers extras for a booking: what one of each costs there, how many are free, and how many are wanted. */
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { ExtraChoice } from "#contract/events.ts";
import { type ExtraOffer, extras } from "#contract/extras.ts";
import type { QueryDraft } from "#contract/kit.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { extraPerLabels } from "./extra-labels.ts";

export type ExtraPlace = QueryDraft<typeof extras.offers>;

/** @param place undefined while nobody knows where and when */
export function useExtraOffers(place: ExtraPlace | undefined): readonly ExtraOffer[] {
  const { organizationId } = useScope();
  const { data } = useQuery({
    ...endpointQuery(extras.offers, { params: { organizationId }, query: place ?? {} }, { quiet: true }),
    enabled: place !== undefined,
    // Others of the team lend the same pieces.
    staleTime: 0,
  });
  return place === undefined ? [] : (data?.data ?? []);
}

/** Without what is not offered any more, as after another time was chosen. */
export const pickOffered = (chosen: readonly ExtraChoice[], offers: readonly ExtraOffer[]): ExtraChoice[] =>
  chosen.flatMap(({ extraId, quantity }) => {
    const most = offers.find(({ extra }) => extra.id === extraId && extra.mode === "choice")?.most ?? 0;
    return most === 0 ? [] : [{ extraId, quantity: Math.min(quantity, most) }];
  });

interface ExtrasChoiceProps {
  offers: readonly ExtraOffer[];
  chosen: readonly ExtraChoice[];
  onChange: (chosen: ExtraChoice[]) => void;
}

/** Nothing where nothing is offered. */
export function ExtrasChoice(props: ExtrasChoiceProps) {
  const t = useTranslation();
  const id = useId();
  if (props.offers.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1.5">
      <h3 id={id} className="text-13 font-medium">
        {t("extras.chosen")}
      </h3>
      <ExtraRows {...props} />
    </section>
  );
}

function ExtraRows({ offers, chosen, onChange }: ExtrasChoiceProps) {
  const t = useTranslation();
  const quantityOf = (extraId: string) => chosen.find((one) => one.extraId === extraId)?.quantity ?? 0;
  const choose = (extraId: string, quantity: number) => {
    const others = chosen.filter((one) => one.extraId !== extraId);
    onChange(quantity > 0 ? [...others, { extraId, quantity }] : others);
  };
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {offers.map((offer) => (
          <ExtraRow
            key={offer.extra.id}
            offer={offer}
            quantity={quantityOf(offer.extra.id)}
            onChange={(quantity) => choose(offer.extra.id, quantity)}
          />
        ))}
      </ul>
      <p className="text-xs text-ink-3">{t("extras.payLater")}</p>
    </>
  );
}

interface ExtraRowProps {
  offer: ExtraOffer;
  quantity: number;
  onChange: (quantity: number) => void;
}

function ExtraRow({ offer: { extra, price, currency, free, most }, quantity, onChange }: ExtraRowProps) {
  const t = useTranslation();
  const money = useAmountFormat();
  const { name, per, mode } = extra;
  const amount = price === 0 ? t("extras.freeText") : money(price, currency);
  const facts = [
    per === "booking" || per === "hour" || price === 0 ? amount : `${amount} ${t(extraPerLabels[per])}`,
    ...(mode === "choice" && free !== null ? [t("extras.free", { count: free })] : []),
    ...(mode === "choice" ? [] : [t("extras.modeRequired")]),
  ].join(" · ");
  if (mode !== "choice" || most === 0)
    return (
      <li className="px-3 py-2 text-13">
        <span className="[overflow-wrap:anywhere]">{name}</span>
        <span className="block text-xs text-ink-3 tnum">{facts}</span>
      </li>
    );
  if (most === 1)
    return (
      <li className="px-3">
        <CheckBox
          label={name}
          note={<span className="tnum">{facts}</span>}
          checked={quantity > 0}
          onChange={(isChosen) => onChange(isChosen ? 1 : 0)}
        />
      </li>
    );
  return (
    <li className="flex items-center gap-3 px-3 py-2 text-13">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {name}
        <span className="block text-xs text-ink-3 tnum">{facts}</span>
      </span>
      <Input
        type="number"
        min={0}
        max={most}
        aria-label={t("extras.quantityOf", { name })}
        className="w-20!"
        placeholder="0"
        value={quantity === 0 ? "" : quantity}
        onChange={(event) => {
          const typed = Number(event.target.value);
          onChange(Number.isInteger(typed) ? Math.min(Math.max(typed, 0), most) : 0);
        }}
      />
    </li>
  );
}

/** The extras of a form, as its member `extras`; what is refused is said beside them. */
export function ExtrasField({ place }: { place: ExtraPlace | undefined }) {
  const t = useTranslation();
  const { id, value, change, error } = useField({ name: "extras" });
  const offers = useExtraOffers(place);
  const chosen = (value ?? []) as ExtraChoice[];
  if (offers.length === 0 && error === undefined) return null;
  return (
    <FieldFrame id={id} name="extras" label={t("extras.chosen")} error={error} as="group">
      <ExtraRows offers={offers} chosen={chosen} onChange={change} />
    </FieldFrame>
  );
}
