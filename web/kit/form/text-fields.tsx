/** Form fields for text: plain text, email, phone, password, number. */
import { useState } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { FieldFrame, type FieldProps, type NativeProps, useField } from "./field.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";

export interface TextFieldProps extends FieldProps, NativeProps<"input"> {
  /**
   * `number` yields a number; an emptied one null, if the schema allows it. With `inputMode="decimal"` a comma is as good
   * as a point, in every browser.
   */
  type?: "text" | "email" | "password" | "tel" | "number" | "url";
  suffix?: string;
  /** Digits after the point of a number that is not whole, at least: 2 writes `6.50`. */
  decimals?: number;
}

export function TextField({
  name,
  label,
  hint,
  action,
  optional,
  hideLabel,
  className,
  type = "text",
  suffix,
  decimals,
  ...rest
}: TextFieldProps) {
  const { required, min, max, minLength, maxLength, pattern, validate, disabled, step, ...passed } = rest;
  const isNumber = type === "number";
  const isDecimal = isNumber && passed.inputMode === "decimal";
  const { id, value, change, leave, error, control } = useField({
    name,
    hint,
    required,
    min,
    max,
    minLength,
    maxLength,
    pattern,
    validate,
    unfinished: isDecimal ? () => decimal.error : undefined,
  });
  const decimal = useDecimalText(value, decimals);
  const [shown, setShown] = useState(false);
  const password = type === "password";
  const enter = (text: string) => {
    if (isDecimal) decimal.type(text);
    change(isDecimal ? parseDecimal(text) : isNumber && text !== "" ? Number(text) : text);
  };
  return (
    <FieldFrame {...{ id, name, label, hint, action, optional, hideLabel, error, className }}>
      <div className="relative">
        <Input
          {...passed}
          {...control}
          name={name}
          type={(password && shown) || isDecimal ? "text" : type}
          disabled={disabled}
          {...(isNumber && !isDecimal ? { min, max, step, inputMode: passed.inputMode ?? "numeric" } : {})}
          className={cx((password || suffix) && "pr-10 pointer-coarse:pr-12")}
          value={isDecimal ? decimal.text : ((value as string | number | null | undefined) ?? "")}
          onChange={(event) => enter(event.target.value)}
          onBlur={leave}
        />
        {password && <ShowPasswordButton shown={shown} onClick={() => setShown(!shown)} />}
        {suffix && <InputSuffix>{suffix}</InputSuffix>}
      </div>
    </FieldFrame>
  );
}

/** Over the end of an input, which leaves room for it. */
export const InputSuffix = ({ children }: { children: string }) => (
  <span
    className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-13 text-ink-3"
    aria-hidden
  >
    {children}
  </span>
);

/** @returns the text as it is where it is no number */
export const parseDecimal = (text: string): number | string =>
  /^\s*\d+(?:[.,]\d*)?\s*$/.test(text) ? Number(text.replace(",", ".")) : text;

interface DecimalText {
  text: string;
  error: string | undefined;
  type(text: string): void;
}

/** The text as it was typed, as long as it stands for the value; else the value in the person's language. */
export function useDecimalText(value: unknown, decimals = 0): DecimalText {
  const t = useTranslation();
  const tag = useLocale();
  const [typed, type] = useState("");
  if (typeof value === "string")
    return { text: value, error: value.trim() === "" ? undefined : t("kit.decimal"), type };
  if (typeof value !== "number") return { text: "", error: undefined, type };
  const minimumFractionDigits = Number.isInteger(value) ? 0 : decimals;
  const format = new Intl.NumberFormat(tag, { useGrouping: false, minimumFractionDigits, maximumFractionDigits: 6 });
  return { text: parseDecimal(typed) === value ? typed : format.format(value), error: undefined, type };
}

function ShowPasswordButton({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  const t = useTranslation();
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={t(shown ? "kit.hidePassword" : "kit.showPassword")}
      className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-ink-3 hover:text-ink pointer-coarse:w-11 [&_svg]:size-4"
    >
      {/* Drawn here, so that the login page loads no icon library. */}
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {shown ? (
          <path d="M4.5 7.8A16 16 0 0 0 2 12s3.5 7 10 7a10 10 0 0 0 4.8-1.2M9 5.4a10 10 0 0 1 3-.4c6.5 0 10 7 10 7a17 17 0 0 1-2.3 3.3M10 10a3 3 0 0 0 4 4M3 3l18 18" />
        ) : (
          <path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7Zm7 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0" />
        )}
      </svg>
    </button>
  );
}
