/** A text that is shown once, to copy: an address or a key of which the server keeps only a hash. */
import { Check, Copy } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button, type ButtonVariant } from "./button.tsx";
import { Input } from "./input.tsx";

interface CopyFieldProps {
  label: string;
  value: string;
  hint?: ReactNode;
  copy: string;
  copied: string;
  /** `primary` where to copy is what the page is for. */
  variant?: ButtonVariant;
  /** Other buttons, after the one that copies. */
  children?: ReactNode;
}

export function CopyField({ label, value, hint, copy, copied, variant = "secondary", children }: CopyFieldProps) {
  const [isCopied, setIsCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copyValue = async () => {
    field.current?.select();
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  return (
    <div className="grid gap-2">
      <label className="grid gap-1.5 text-13 font-medium">
        {label}
        <Input ref={field} readOnly value={value} onFocus={(event) => event.currentTarget.select()} data-autofocus />
      </label>
      {hint !== undefined && <p className="text-xs text-ink-3">{hint}</p>}
      <div className="flex flex-wrap gap-2">
        {/* Browsers deny clipboard access without HTTPS. The text is selected, so people can copy it. */}
        <Button variant={variant} onClick={() => void copyValue().catch(() => {})}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {isCopied ? copied : copy}
        </Button>
        {children}
      </div>
      <span role="status" className="sr-only">
        {isCopied && copied}
      </span>
    </div>
  );
}
