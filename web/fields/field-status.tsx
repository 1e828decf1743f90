/** Switch that opens or closes a field at once (optimistic). */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Field, fields } from "#contract/fields.ts";
import { endpointMutation } from "#web/kit/data/api.ts";
import { Badge } from "#web/kit/ui/badge.tsx";
import { useScope } from "#web/kit/data/scope.ts";
import { Switch } from "#web/kit/ui/switch.tsx";
import { offerUndo } from "#web/kit/ui/undo.ts";
import { useTranslation } from "#web/kit/format/translation.ts";
import { statusLabels } from "./labels.ts";

type Status = Field["status"];
type FieldWithStatus = Pick<Field, "id" | "name" | "status" | "organization">;

export function FieldStatus({ field }: { field: FieldWithStatus }) {
  const { can } = useScope();
  return can(fields.update) ? <StatusSwitch field={field} /> : <StatusBadge status={field.status} />;
}

function StatusBadge({ status }: { status: Status }) {
  const t = useTranslation();
  return (
    <Badge tone={status === "open" ? "lime" : "rose"} dot>
      {t(statusLabels[status])}
    </Badge>
  );
}

function StatusSwitch({ field: { id, name, status, organization } }: { field: FieldWithStatus }) {
  const t = useTranslation();
  const change = useStatusChange(id);
  const params = { organizationId: organization.id, fieldId: id };
  // A tap in a list closes a court for everybody.
  const setStatus = async (next: Status) => {
    const { message = "" } = await change.mutateAsync({ params, body: { status: next } });
    offerUndo(message, () => change.mutateAsync({ params, body: { status } }));
  };
  return (
    // In a list the switch must be above the row's link.
    <span className="relative z-10 inline-flex items-center gap-2 align-middle text-13 text-ink-2">
      <Switch
        aria-label={t("fields.openNamed", { name })}
        checked={status === "open"}
        onCheckedChange={(open) => void setStatus(open ? "open" : "closed").catch(() => {})}
      />
      <span aria-hidden>{t(statusLabels[status])}</span>
    </span>
  );
}

interface CachedFields {
  data: Field | Field[];
}

/**
 * Shows the new status at once, and restores the old one if the server refuses. The scope sends quick clicks in order.
 */
function useStatusChange(id: string) {
  const cache = useQueryClient();
  const scope = { id: `fields.status.${id}` };
  const filters = [fields.list.name, fields.read.name].map((name) => ({ queryKey: [name] }));
  return useMutation({
    ...endpointMutation(fields.update, { quiet: "outcome" }),
    scope,
    onMutate: async (request) => {
      const { fieldId } = request.params;
      const status = request.body?.status;
      await Promise.all(filters.map((filter) => cache.cancelQueries(filter)));
      const before = filters.flatMap((filter) => cache.getQueriesData<CachedFields>(filter));
      const withStatus = (field: Field): Field => (field.id === fieldId && status ? { ...field, status } : field);
      for (const filter of filters)
        cache.setQueriesData<CachedFields>(
          filter,
          (cached) =>
            cached && {
              ...cached,
              data: Array.isArray(cached.data) ? cached.data.map(withStatus) : withStatus(cached.data),
            },
        );
      return { before };
    },
    onError: (_error, _asked, context) => {
      for (const [key, cached] of context?.before ?? []) cache.setQueryData(key, cached);
    },
    onSettled: () => {
      // A newer click is pending, so this response is out of date.
      if (cache.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) > 1) return;
      for (const filter of filters) void cache.invalidateQueries(filter);
    },
  });
}
