/** Whether a field takes new events: said to everybody, and switched in one click by those who edit fields. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Field, fields } from "#contract/fields.ts";
import { write } from "#web/kit/api.ts";
import { Badge } from "#web/kit/badge.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Switch } from "#web/kit/switch.tsx";
import { useWords } from "#web/kit/words.ts";
import { statusLabels } from "./labels.ts";

type Status = Field["status"];
type Changed = Pick<Field, "id" | "name" | "status" | "organization">;

export function FieldStatus({ field }: { field: Changed }) {
  const { can } = useScope();
  return can(fields.update) ? <StatusSwitch field={field} /> : <StatusBadge status={field.status} />;
}

function StatusBadge({ status }: { status: Status }) {
  const t = useWords();
  return (
    <Badge tone={status === "open" ? "lime" : "rose"} dot>
      {t(statusLabels[status])}
    </Badge>
  );
}

function StatusSwitch({ field: { id, name, status, organization } }: { field: Changed }) {
  const t = useWords();
  const change = useStatusChange(id);
  return (
    // In a list it lies above the row's link.
    <span className="relative z-10 inline-flex items-center gap-2 align-middle text-13 text-ink-2">
      <Switch
        aria-label={t("fields.openNamed", { name })}
        checked={status === "open"}
        onCheckedChange={(open) =>
          change.mutate({
            params: { organizationId: organization.id, fieldId: id },
            body: { status: open ? "open" : "closed" },
          })
        }
      />
      <span aria-hidden>{t(statusLabels[status])}</span>
    </span>
  );
}

interface Known {
  data: Field | Field[];
}

/**
 * Shows the new status at once, wherever the field is known; and the old one again where the server refuses. Clicks in quick
 * succession reach the server one after the other: the last one counts there too.
 */
function useStatusChange(id: string) {
  const cache = useQueryClient();
  const scope = { id: `fields.status.${id}` };
  const shown = [fields.list.name, fields.read.name].map((name) => ({ queryKey: [name] }));
  return useMutation({
    ...write(fields.update),
    scope,
    onMutate: async (ask) => {
      const { fieldId } = ask.params;
      const status = ask.body?.status;
      await Promise.all(shown.map((filter) => cache.cancelQueries(filter)));
      const before = shown.flatMap((filter) => cache.getQueriesData<Known>(filter));
      const turn = (field: Field): Field => (field.id === fieldId && status ? { ...field, status } : field);
      for (const filter of shown)
        cache.setQueriesData<Known>(
          filter,
          (known) => known && { ...known, data: Array.isArray(known.data) ? known.data.map(turn) : turn(known.data) },
        );
      return { before };
    },
    onError: (_error, _asked, kept) => {
      for (const [key, known] of kept?.before ?? []) cache.setQueryData(key, known);
    },
    onSettled: () => {
      // What the server says while another click waits is no longer what was asked for.
      if (cache.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) > 1) return;
      for (const filter of shown) void cache.invalidateQueries(filter);
    },
  });
}
