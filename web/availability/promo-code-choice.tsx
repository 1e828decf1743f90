/** Takes a promo code, and says beside it what it takes off a price, or why it does not hold. */
import { TicketPercent, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import type { Quote } from "#contract/prices.ts";
import { MAX_PROMO_CODE_LENGTH } from "#contract/promo-codes.ts";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { useAmountFormat } from "#web/kit/format/amount-format.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import type { CodeQuote } from "./quote.tsx";

/** A booking or a sale has it. */
interface PricedWithCode extends Pick<CodeQuote, "codeError" | "isCodePending"> {
  data: Pick<Quote, "takesPromoCodes" | "promo" | "currency"> | undefined;
}

interface PromoCodeChoiceProps {
  quote: PricedWithCode;
  /** Empty: none. */
  code: string;
  onChange: (code: string) => void;
  /** Said by a form whose booking was refused. */
  error?: string | undefined;
}

/** Nothing where no code could be used. */
export function PromoCodeChoice({ quote, code, onChange, error }: PromoCodeChoiceProps) {
  const t = useTranslation();
  const id = useId();
  const money = useAmountFormat();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState(code);
  const { data, codeError, isCodePending } = quote;
  const promo = data?.promo;
  if (!data?.takesPromoCodes && code === "") return null;
  if (code !== "" && promo && promo.refusal === null && error === undefined)
    return (
      <p className="flex items-center gap-2 rounded-lg border border-accent px-3 py-1.5 text-13" role="status">
        <TicketPercent className="size-4 shrink-0 text-accent-ink" aria-hidden />
        <span className="min-w-0 flex-1 font-medium tnum [overflow-wrap:anywhere]">
          {t("promo-codes.takesOff", { code: promo.code, amount: money(promo.discount, data.currency) })}
        </span>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t("promo-codes.remove")}
          onClick={() => {
            setText("");
            onChange("");
          }}
        >
          <X aria-hidden />
        </Button>
      </p>
    );
  if (!isOpen && code === "" && error === undefined)
    return (
      <Button variant="ghost" size="sm" className="w-fit -ml-2.5!" onClick={() => setOpen(true)}>
        <TicketPercent aria-hidden />
        {t("promo-codes.promoCode")}
      </Button>
    );
  const refusal = error ?? (text === code ? (codeError?.message ?? promo?.refusal ?? undefined) : undefined);
  const apply = () => onChange(text.trim());
  return (
    <FieldFrame id={id} name="promoCode" label={t("promo-codes.promoCode")} error={refusal}>
      <div className="flex gap-2">
        <Input
          id={id}
          value={text}
          maxLength={MAX_PROMO_CODE_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // The button that opened it is gone: focus goes on here.
          autoFocus={isOpen}
          className="uppercase"
          aria-invalid={refusal !== undefined}
          aria-describedby={refusal === undefined ? undefined : `${id}-error`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== "Enter") return;
            // The form around it is not sent.
            event.preventDefault();
            apply();
          }}
        />
        <Button
          className="h-9 pointer-coarse:h-11"
          // Another code may be applied at once: no click is one too many.
          pending={isCodePending || undefined}
          disabled={text.trim() === ""}
          onClick={apply}
        >
          {t("promo-codes.apply")}
        </Button>
      </div>
    </FieldFrame>
  );
}

/** The code of a form, as its member `promoCode`. */
export function PromoCodeField({ quote }: { quote: PricedWithCode }) {
  const { value, change, error } = useField({ name: "promoCode" });
  const code = typeof value === "string" ? value : "";
  return <PromoCodeChoice quote={quote} code={code} onChange={change} error={error} />;
}
