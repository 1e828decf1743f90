/** Note of a quick booking: the customer reads it, or the team alone. */
import { TextField } from "#web/kit/form/text-fields.tsx";
import { useFieldValue, useSetField } from "#web/kit/form/form.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { textLinkClass } from "#web/kit/ui/text-link.ts";

export function NoteField() {
  const t = useTranslation();
  const set = useSetField();
  const isBlock = useFieldValue("kind") === "block";
  const isInternal = useFieldValue("isInternal") === true;
  return (
    <TextField
      name="text"
      label={t(isInternal || isBlock ? "events.internalNotes" : "events.noteForCustomer")}
      autoComplete="off"
      maxLength={2000}
      action={
        !isBlock && (
          <button
            type="button"
            onClick={() => set("isInternal", !isInternal)}
            className={`${textLinkClass} text-xs pointer-coarse:min-h-8`}
          >
            {t(isInternal ? "planning.noteToCustomer" : "planning.noteToTeam")}
          </button>
        )
      }
    />
  );
}
