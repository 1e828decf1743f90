/** Button with a calendar that jumps to a date (date picker). */
import { lazy, type ReactElement, useState } from "react";
import type { ButtonProps } from "#web/kit/ui/button.tsx";
import { DateInput } from "./date-input.tsx";
import { Popover } from "#web/kit/ui/popover.tsx";
import { LazyPart } from "#web/kit/render/lazy-part.tsx";

const load = () => import("./date-calendar.tsx");
const DateCalendar = lazy(async () => ({ default: (await load()).DateCalendar }));

interface DateJumpProps {
  label: string;
  value: string;
  onChoose: (date: string) => void;
  trigger: ReactElement<ButtonProps>;
}

export function DateJump({ label, value, onChoose, trigger }: DateJumpProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover open={isOpen} onOpenChange={setOpen} label={label} trigger={trigger} wide>
      <div
        className="grid gap-3"
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.closest("[data-date-input]"))
            setOpen(false);
        }}
      >
        <DateInput
          aria-label={label}
          value={value}
          onValueChange={(date) => date && onChoose(date)}
          isRevertedOnLeave
          isBare
        />
        <LazyPart load={load} onFailed={() => setOpen(false)}>
          <DateCalendar
            key={value}
            value={value}
            isAutoFocused={false}
            onChoose={(date) => {
              onChoose(date);
              setOpen(false);
            }}
          />
        </LazyPart>
      </div>
    </Popover>
  );
}
