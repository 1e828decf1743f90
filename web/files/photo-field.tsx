import { FieldFrame, type FieldProps, useField } from "#web/kit/form/field.tsx";
import { type PictureSource, Photo } from "#web/kit/ui/photo.tsx";
import { PhotoPicker } from "./photo-picker.tsx";

interface PhotoFieldProps extends FieldProps {
  limit?: number;
  current?: PictureSource | null | undefined;
}

/** Photos in a `Form`, uploaded after saving. Values are arrays of `File`; the schema needs `ChosenPhotos`. */
export function PhotoField({ limit = 1, current, disabled, ...props }: PhotoFieldProps) {
  const { id, value, change, error, control } = useField(props);
  const chosen = Array.isArray(value) ? (value as File[]) : [];
  return (
    <FieldFrame {...props} id={id} error={error} as="group">
      {current && chosen.length === 0 && (
        <Photo image={current} sport={undefined} sizes="10rem" className="h-20 w-auto max-w-40 rounded-md" />
      )}
      <PhotoPicker
        value={chosen}
        onValueChange={change}
        limit={limit}
        hasPhotos={current !== null && current !== undefined}
        disabled={disabled ?? false}
        aria-labelledby={`${id}-label`}
        aria-describedby={control["aria-describedby"]}
      />
    </FieldFrame>
  );
}
