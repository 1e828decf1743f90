/** A card on file as it looks: brand, last digits, end, and what stands against it. */
import type { Card, CardPurpose } from "#contract/card-shape.ts";
import type { MessageKey } from "#messages/keys.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { ConfirmButton } from "#web/kit/ui/confirm-dialog.tsx";

const stateNotes = {
  active: undefined,
  expired: "payments.cardExpired",
  failing: "payments.cardFailing",
} as const satisfies Record<Card["state"], MessageKey | undefined>;

const purposeNotes = {
  renewals: "payments.cardPaysRenewals",
  fees: "payments.cardPaysFees",
  shares: "payments.cardPaysRest",
} as const satisfies Record<CardPurpose, MessageKey>;

/** Says what cards pay for. */
export function useCardNote(): (card: Card) => string {
  const t = useTranslation();
  return ({ state, purposes }) =>
    state === "active" ? purposes.map((purpose) => t(purposeNotes[purpose])).join(" ") : t("payments.cardPaysNothing");
}

/** Words that brands write otherwise than with a capital. */
const brandNames: Record<string, string> = { amex: "American Express", jcb: "JCB", unionpay: "UnionPay" };
const nameOfBrand = (brand: string): string =>
  brandNames[brand] ?? brand.replace(/^./, (letter) => letter.toUpperCase()).replaceAll("_", " ");

export function useCardName(): (card: Card) => string {
  const t = useTranslation();
  return ({ brand, last4 }) => t("payments.cardName", { brand: nameOfBrand(brand), last4 });
}

export function CardFace({ card }: { card: Card }) {
  const t = useTranslation();
  const nameOf = useCardName();
  const { expMonth, expYear, state } = card;
  const note = stateNotes[state];
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium tnum">{nameOf(card)}</span>
      <span className="text-ink-3 tnum">
        {t("payments.cardUntil", { date: `${String(expMonth).padStart(2, "0")}/${expYear}` })}
      </span>
      {note && <Badge tone="red">{t(note)}</Badge>}
    </span>
  );
}

interface RemoveCardButtonProps {
  card: Card;
  title: string;
  /** Runs after the card is removed. */
  children: string;
  onConfirm: () => Promise<unknown>;
}

export function RemoveCardButton({ card, title, children, onConfirm }: RemoveCardButtonProps) {
  const t = useTranslation();
  const nameOf = useCardName();
  return (
    <ConfirmButton
      quiet={false}
      size="sm"
      label={t("payments.cardRemove")}
      aria-label={t("payments.cardRemoveNamed", { name: nameOf(card) })}
      title={title}
      confirm={t("payments.cardRemove")}
      onConfirm={onConfirm}
    >
      {children}
    </ConfirmButton>
  );
}
