/** Note of a quick booking: the customer reads it, or the team alone. */
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

export function NoteField() {
  const t = useTranslation();
  const set = useSetField();
  const isBlock = useFieldValue("kind") === "block";
  const isInternal = useFieldValue("isInternal") === true;
  return (
    <TextField
      name="text"
      label={t(isInternal || isBlock ? "events.internalNotes" : "planning.noteForCustomer")}
      autoComplete="off"
      maxLength={2000}
      action={
        !isBlock && (
          <button
            type="button"
            aria-pressed={isInternal}
            onClick={() => set("isInternal", !isInternal)}
            className="rounded-md border border-line-strong/80 px-1.5 text-2xs text-ink-2 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink pointer-coarse:min-h-8"
          >
            {t("planning.forTeam")}
          </button>
        )
      }
    />
  );
}
