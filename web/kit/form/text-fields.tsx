import { useState } from "react";
import { cx } from "#web/kit/ui/cx.ts";
import { FieldFrame, type FieldProps, type NativeProps, useField } from "./field.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export interface TextFieldProps extends FieldProps, NativeProps<"input"> {
  /** `number` yields a number; an emptied one null, if the schema allows it. */
  type?: "text" | "email" | "password" | "tel" | "number" | "url";
  suffix?: string;
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
  ...rest
}: TextFieldProps) {
  const { required, min, max, minLength, maxLength, pattern, validate, disabled, ...passed } = rest;
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
  });
  const [shown, setShown] = useState(false);
  const password = type === "password";
  const parse = (text: string) => (type === "number" && text !== "" ? Number(text) : text);
  return (
    <FieldFrame {...{ id, name, label, hint, action, optional, hideLabel, error, className }}>
      <div className="relative">
        <Input
          {...passed}
          {...control}
          name={name}
          type={password && shown ? "text" : type}
          disabled={disabled}
          {...(type === "number" ? { min, max, inputMode: passed.inputMode ?? "numeric" } : {})}
          className={cx((password || suffix) && "pr-10 pointer-coarse:pr-12")}
          value={(value as string | number | null | undefined) ?? ""}
          onChange={(event) => change(parse(event.target.value))}
          onBlur={leave}
        />
        {password && <ShowPasswordButton shown={shown} onClick={() => setShown(!shown)} />}
        {suffix && (
          <span
            className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-13 text-ink-3"
            aria-hidden
          >
            {suffix}
          </span>
        )}
      </div>
    </FieldFrame>
  );
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
