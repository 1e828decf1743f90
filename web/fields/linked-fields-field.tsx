/** Form field that links a pattern of hours or prices with fields (courts). */
import { removeAccents } from "#messages/remove-accents.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fields } from "#contract/fields.ts";
import type { Returns } from "#contract/kit.ts";
import { endpointQuery } from "#web/kit/data/api.ts";
import { CheckBox } from "#web/kit/ui/check-box.tsx";
import { cx } from "#web/kit/ui/cx.ts";
import { FieldFrame, type FieldProps, useField } from "#web/kit/form/field.tsx";
import { Input } from "#web/kit/ui/input.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

type Facility = Returns<typeof fields.byFacility>[number];

const MIN_FIELDS_FOR_SEARCH = 12;

interface LinkedFieldsProps extends FieldProps {
  noteOf?: (fieldId: string, isChosen: boolean) => string | undefined;
}

/** The form's value is an array of field ids. A facility's box selects all or none of its fields. */
export function LinkedFieldsField({ noteOf, ...props }: LinkedFieldsProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { id, value, change, leave, error } = useField(props);
  const [text, setText] = useState("");
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  const chosen = new Set(Array.isArray(value) ? (value as string[]) : []);
  const all = data?.data.filter((facility) => facility.fields.length > 0) ?? [];
  const count = all.reduce((sum, facility) => sum + facility.fields.length, 0);
  const visibleFacilities = all.flatMap((facility) => {
    const finds = ({ name }: { name: string }) => removeAccents(name).includes(removeAccents(text.trim()));
    const found = finds(facility) ? facility.fields : facility.fields.filter(finds);
    return found.length > 0 ? [{ ...facility, fields: found }] : [];
  });
  const set = (ids: readonly string[], on: boolean) => {
    change(on ? [...new Set([...chosen, ...ids])] : [...chosen].filter((one) => !ids.includes(one)));
    leave();
  };
  return (
    <FieldFrame
      {...props}
      id={id}
      error={error}
      as="group"
      action={
        <span role="status" className="text-xs text-ink-3 tnum">
          {t("fields.linkedCount", { count: chosen.size })}
        </span>
      }
    >
      <div role="group" aria-labelledby={`${id}-label`} className="grid min-w-0 gap-2">
        {count > MIN_FIELDS_FOR_SEARCH && (
          <Input
            type="search"
            aria-label={t("fields.search")}
            placeholder={t("fields.search")}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              // Enter must not submit the form.
              if (event.key === "Enter") event.preventDefault();
            }}
          />
        )}
        <div className="max-h-96 overflow-y-auto rounded-xl border border-line">
          {!data && <Skeleton className="m-4 h-5 w-48" />}
          {data && visibleFacilities.length === 0 && <p className="px-4 py-3 text-13 text-ink-3">{t("fields.none")}</p>}
          {visibleFacilities.map((facility) => (
            <FacilityGroup key={facility.id} facility={facility} chosen={chosen} noteOf={noteOf} onSet={set} />
          ))}
        </div>
      </div>
    </FieldFrame>
  );
}

interface FacilityGroupProps {
  facility: Facility;
  chosen: ReadonlySet<string>;
  noteOf: LinkedFieldsProps["noteOf"];
  onSet: (ids: readonly string[], on: boolean) => void;
}

function FacilityGroup({ facility, chosen, noteOf, onSet }: FacilityGroupProps) {
  const ids = facility.fields.map(({ id }) => id);
  const count = ids.filter((id) => chosen.has(id)).length;
  const isAll = count === ids.length;
  return (
    <div role="group" aria-label={facility.name} className="border-b border-line px-4 py-2 last:border-b-0">
      <CheckBox
        label={facility.name}
        checked={isAll}
        mixed={count > 0 && !isAll}
        onChange={() => onSet(ids, !isAll)}
        className="font-medium"
      />
      <ul className="grid gap-x-4 pl-6.5 sm:grid-cols-2">
        {facility.fields.map(({ id, name, parentId }) => (
          <li key={id} className={cx("min-w-0", parentId !== null && "pl-4")}>
            <CheckBox
              label={name}
              note={noteOf?.(id, chosen.has(id))}
              checked={chosen.has(id)}
              onChange={() => onSet([id], !chosen.has(id))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
