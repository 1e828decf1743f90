import type { Looks } from "#contract/looks.ts";
import { FieldFrame, useField } from "#web/kit/form/field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { Picture } from "#web/kit/ui/photo.tsx";

/** The photo on top of the page: the first one there, or one of those that stand on it. */
export function CoverField({ photos }: { photos: Looks["photos"] }) {
  const t = useTranslation();
  const { id, value, change, leave, error } = useField({ name: "coverId" });
  const chosen = typeof value === "string" ? value : "";
  return (
    <FieldFrame id={id} name="coverId" label={t("looks.cover")} hint={t("looks.coverHint")} error={error} as="group">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
        <CoverChoice name={id} label={t("looks.coverFirst")} isChosen={chosen === ""} onChoose={() => change(null)} />
        {photos.map((photo, index) => (
          <CoverChoice
            key={photo.id}
            name={id}
            label={t("looks.coverPhoto", { number: index + 1 })}
            photo={photo}
            isChosen={chosen === photo.id}
            onChoose={() => {
              change(photo.id);
              leave();
            }}
          />
        ))}
      </div>
    </FieldFrame>
  );
}

interface CoverChoiceProps {
  name: string;
  label: string;
  photo?: Looks["photos"][number];
  isChosen: boolean;
  onChoose: () => void;
}

const CoverChoice = ({ name, label, photo, isChosen, onChoose }: CoverChoiceProps) => (
  <label className="relative grid h-20 cursor-pointer place-items-center overflow-hidden rounded-lg border border-line bg-sunken text-center text-xs font-medium text-ink-2 has-checked:border-accent has-checked:ring-2 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
    <input
      type="radio"
      name={name}
      checked={isChosen}
      onChange={onChoose}
      className="absolute inset-0 cursor-pointer appearance-none outline-none"
    />
    {photo ? (
      <>
        <Picture image={photo} alt="" sizes="10rem" className="size-full object-cover" />
        <span className="sr-only">{label}</span>
      </>
    ) : (
      <span className="px-2">{label}</span>
    )}
  </label>
);
