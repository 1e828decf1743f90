import type { MessageKey } from "#messages/keys.ts";
import { useSetField } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useFieldText } from "#web/kit/form/use-field-text.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { accentChoices } from "./labels.ts";

/** Buttons of the product, in the light theme. */
const PRODUCT_ACCENT = "#116b4b";

/** Swatches, the code of any other colour, and the browser's own picker: three ways to the same value. */
export function AccentField() {
  const t = useTranslation();
  const set = useSetField();
  const accent = useFieldText("accent").trim().toLowerCase();
  const choose = (color: string) => set("accent", color);
  const choices: readonly (readonly [color: string, label: MessageKey])[] = [["", "looks.colorNone"], ...accentChoices];
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-13 font-medium">{t("looks.color")}</legend>
        <div className="flex flex-wrap gap-1.5">
          {choices.map(([color, label]) => (
            <Swatch key={label} color={color} label={t(label)} isChosen={accent === color} onChoose={choose} />
          ))}
          <input
            type="color"
            aria-label={t("looks.colorPicker")}
            title={t("looks.colorPicker")}
            value={/^#[0-9a-f]{6}$/.test(accent) ? accent : PRODUCT_ACCENT}
            onChange={(event) => choose(event.target.value)}
            className="ml-1.5 h-8 w-12 cursor-pointer rounded-md border border-line-strong bg-raised p-0.5 pointer-coarse:h-11"
          />
        </div>
      </fieldset>
      <TextField
        name="accent"
        label={t("looks.colorCode")}
        hint={t("looks.colorHint")}
        placeholder={PRODUCT_ACCENT}
        autoComplete="off"
        spellCheck={false}
        optional
      />
    </>
  );
}

interface SwatchProps {
  color: string;
  label: string;
  isChosen: boolean;
  onChoose: (color: string) => void;
}

const Swatch = ({ color, label, isChosen, onChoose }: SwatchProps) => (
  <label
    title={label}
    className="relative grid size-8 cursor-pointer place-items-center rounded-full border-2 border-transparent has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring pointer-coarse:size-11"
  >
    <input
      type="radio"
      name="accentChoice"
      value={color}
      checked={isChosen}
      onChange={() => onChoose(color)}
      className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none"
    />
    <span
      aria-hidden
      className="size-6 rounded-full border border-line pointer-coarse:size-8"
      style={{ background: color === "" ? `linear-gradient(135deg, ${PRODUCT_ACCENT} 50%, #69d3a2 50%)` : color }}
    />
    <span className="sr-only">{label}</span>
  </label>
);
