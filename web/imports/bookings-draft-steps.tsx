import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fields } from "#contract/fields.ts";
import { type BookingImport, type BookingImportReport, type FieldMapping, imports } from "#contract/imports.ts";
import { call, endpointMutation, endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { useLocale, useTranslation } from "#web/kit/format/translation.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Select } from "#web/kit/ui/select.tsx";
import { listBookingTargets } from "./booking-targets.ts";
import { BookingsSummary } from "./bookings-result.tsx";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { DateOrderSelect } from "./date-order-select.tsx";
import { EncodingSelect } from "./encoding-select.tsx";
import { useDraft } from "./use-draft.tsx";

export function BookingsDraftSteps({ draft }: { draft: BookingImport }) {
  const { id: importId, fileName, encoding, columns, rows } = draft;
  const t = useTranslation();
  const { organizationId, path } = useScope();
  const [mapping, setMapping] = useState(draft.mapping);
  const [dateOrder, setDateOrder] = useState(draft.dateOrder);
  const [fieldMapping, setFieldMapping] = useState(draft.fields);
  /** `fields` are those that were checked. */
  const [checked, setChecked] = useState<{ report: BookingImportReport; fields: FieldMapping }>();
  const number = new Intl.NumberFormat(useLocale());
  const params = { organizationId, bookingImportId: importId };
  const body = { mapping, dateOrder, fields: fieldMapping };
  const { startOver, keep, turnToFirstPage } = useDraft<BookingImport>({
    importId,
    queryKey: endpointQuery(imports.readBookings, { params }).queryKey,
    list: imports.listBookings,
    to: path("/events/import"),
    drop: () => call(imports.cancelBookings, { params }, { quiet: true }),
  });

  const check = useMutation({
    ...endpointMutation(imports.checkBookings),
    onSuccess: async ({ data }, { body: sent }) => {
      await turnToFirstPage();
      setChecked({ report: data, fields: sent.fields ?? [] });
    },
  });
  const readAgain = useMutation({
    ...endpointMutation(imports.readBookingsAgain, { quiet: true }),
    onSuccess: ({ data }) => {
      keep(data);
      setMapping(data.mapping);
      setDateOrder(data.dateOrder);
    },
  });
  const start = useMutation({
    ...endpointMutation(imports.startBookings),
    onSuccess: async ({ data }) => {
      keep(data);
      await turnToFirstPage();
    },
  });
  const missing = [
    ...(mapping.includes("startTime") ? [] : [t("imports.startTime")]),
    ...(mapping.includes("endTime") || mapping.includes("duration") ? [] : [t("imports.endOrDuration")]),
  ];
  const checkFile = () => check.mutate({ params, body });
  if (checked) {
    const { report } = checked;
    return (
      <CheckStep
        hasChanges={report.bookings.created > 0}
        note={<p>{t("imports.bookingsNoMail")}</p>}
        startOver={startOver}
        onBack={() => setChecked(undefined)}
        isChecked={fieldMapping === checked.fields}
        onStart={() => start.mutate({ params, body })}
        isStarting={start.isPending}
      >
        <BookingsSummary report={report} isPlan>
          {report.fieldValues.length > 0 && (
            <FieldValues
              values={report.fieldValues}
              mapping={fieldMapping}
              onMappingChange={setFieldMapping}
              onCheckAgain={fieldMapping === checked.fields ? undefined : checkFile}
              isChecking={check.isPending}
            />
          )}
        </BookingsSummary>
      </CheckStep>
    );
  }
  return (
    <ColumnsStep
      hint={t("imports.bookingsColumnsHint", { name: fileName, count: rows, rows: number.format(rows) })}
      startOver={startOver}
      settings={
        <div className="grid gap-4 sm:grid-cols-2">
          <EncodingSelect
            encoding={encoding}
            pending={readAgain.isPending}
            error={readAgain.error}
            onChoose={(chosen) => readAgain.mutate({ params, body: { encoding: chosen } })}
          />
          <DateOrderSelect value={dateOrder} onChange={setDateOrder} />
        </div>
      }
      missing={missing}
      onCheck={checkFile}
      isChecking={check.isPending}
      columns={columns}
      targets={listBookingTargets(t)}
      mapping={mapping}
      onMappingChange={setMapping}
    />
  );
}

interface FieldValuesProps {
  values: BookingImportReport["fieldValues"];
  mapping: FieldMapping;
  onMappingChange: (mapping: FieldMapping) => void;
  /** Undefined unless the mapping differs from the checked one. */
  onCheckAgain: (() => void) | undefined;
  isChecking: boolean;
}

/** Shows which field each value of the file stands for, and asks for those that are not known. */
function FieldValues({ values, mapping, onMappingChange, onCheckAgain, isChecking }: FieldValuesProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const { data } = useQuery(endpointQuery(fields.byFacility, { params: { organizationId } }));
  const options = (data?.data ?? []).flatMap((facility) =>
    facility.fields.map(({ id, name }) => ({ value: id, label: name, group: facility.name })),
  );
  const unknownFirst = values.toSorted(
    (one, other) => Number(one.fieldId !== null) - Number(other.fieldId !== null) || other.rows - one.rows,
  );
  const nameOf = (value: string) => value || t("imports.noFieldNamed");
  return (
    <Card
      title={t("imports.fieldValues")}
      action={
        onCheckAgain && (
          <Button size="sm" pending={isChecking} onClick={onCheckAgain}>
            {t("imports.checkAgain")}
          </Button>
        )
      }
    >
      <p className="px-4 pt-3 text-13 text-ink-3">{t("imports.fieldValuesHint")}</p>
      <ul className="divide-y divide-line">
        {unknownFirst.map(({ value, rows, fieldId }) => (
          <li key={value} className="grid items-center gap-x-4 gap-y-2 px-4 py-3 text-13 sm:grid-cols-2">
            <span className="[overflow-wrap:anywhere]">
              <span className="font-medium">{nameOf(value)}</span>{" "}
              <span className="whitespace-nowrap text-ink-3">{t("imports.rowCount", { count: rows })}</span>
            </span>
            <Select<string>
              aria-label={t("imports.fieldOf", { value: nameOf(value) })}
              options={options}
              placeholder={t("imports.leftOut")}
              value={mapping.find((entry) => entry.value === value)?.fieldId ?? fieldId ?? undefined}
              onValueChange={(chosen) =>
                onMappingChange([...mapping.filter((entry) => entry.value !== value), { value, fieldId: chosen }])
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
