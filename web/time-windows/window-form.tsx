/** The form of a time window, which other forms open where one is missing. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type TimeWindow, TimeWindowDraft, timeWindows } from "#contract/time-windows.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { DateField, TimeField } from "#web/kit/form/date-fields.tsx";
import { DialogFormActions } from "#web/kit/form/dialog-form-actions.tsx";
import { Form, FormRow } from "#web/kit/form/form.tsx";
import { TextField } from "#web/kit/form/text-fields.tsx";
import { WeekdaysField } from "#web/kit/form/weekdays-field.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";

const newWindow = { name: "", weekdays: [1, 2, 3, 4, 5], start: "18:00", end: "22:00", fromDate: null, toDate: null };

interface WindowFormProps {
  /** Undefined for a new one. */
  window: TimeWindow | undefined;
  onClose: () => void;
  onSaved?: (id: string) => void;
}

export function WindowForm({ window, onClose, onSaved }: WindowFormProps) {
  const t = useTranslation();
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const refresh = {
    onSuccess: ({ data }: { data: TimeWindow }) => {
      onClose();
      onSaved?.(data.id);
      return cache.invalidateQueries({ queryKey: [timeWindows.list.name] });
    },
  };
  const create = useMutation({ ...endpointMutation(timeWindows.create), ...refresh });
  const change = useMutation({ ...endpointMutation(timeWindows.update), ...refresh });
  const { name, weekdays, start, end, fromDate, toDate } = window ?? newWindow;
  return (
    <Form
      schema={TimeWindowDraft}
      defaultValues={{ name, weekdays: [...weekdays], start, end, fromDate, toDate }}
      guard={false}
      onSubmit={(body) =>
        window
          ? change.mutateAsync({ params: { organizationId, timeWindowId: window.id }, body })
          : create.mutateAsync({ params: { organizationId }, body })
      }
    >
      <TextField name="name" label={t("time-windows.name")} placeholder={t("time-windows.namePlaceholder")} required />
      <WeekdaysField name="weekdays" label={t("time-windows.weekdays")} />
      <FormRow>
        <TimeField name="start" label={t("time-windows.start")} required />
        <TimeField name="end" label={t("time-windows.end")} hint={t("time-windows.endHint")} required />
      </FormRow>
      <FormRow>
        <DateField name="fromDate" label={t("time-windows.fromDate")} optional />
        <DateField name="toDate" label={t("time-windows.toDate")} optional />
      </FormRow>
      <DialogFormActions onClose={onClose}>{t("kit.save")}</DialogFormActions>
    </Form>
  );
}
