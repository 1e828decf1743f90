import { useTranslation } from "#web/kit/format/translation.ts";
import { MultiSelect, type MultiSelectOption } from "#web/kit/ui/multi-select.tsx";
import { MAX_BLOCK_PLACES } from "#contract/blocks.ts";

interface BlockedFieldsSelectProps<Place extends { fieldId: string }> {
  /** At least one; all at the same time. */
  places: readonly Place[];
  fields: readonly MultiSelectOption<string>[];
  onChange: (places: Place[]) => void;
}

/** Chooses the fields of a block. The last one stays: a block has at least one. */
export function BlockedFieldsSelect<Place extends { fieldId: string }>({
  places,
  fields,
  onChange,
}: BlockedFieldsSelectProps<Place>) {
  const t = useTranslation();
  const [first] = places;
  if (!first) return null;
  return (
    <MultiSelect
      aria-label={t("blocks.whatToBlock")}
      options={fields}
      value={places.map(({ fieldId }) => fieldId)}
      max={MAX_BLOCK_PLACES}
      onValueChange={(fieldIds) => {
        const chosen = fieldIds.map(
          (fieldId) => places.find((place) => place.fieldId === fieldId) ?? { ...first, fieldId },
        );
        if (chosen.length > 0) onChange(chosen);
      }}
    />
  );
}
