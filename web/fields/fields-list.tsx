import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { fields } from "#contract/fields.ts";
import { read } from "#web/kit/api.ts";
import { buttonClass } from "#web/kit/button.tsx";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { CourtIcon } from "#web/kit/icons.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { keepRows, Listing } from "#web/kit/listing.tsx";
import { useScope } from "#web/kit/scope.ts";
import { DataTable } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { fieldColumns } from "./field-columns.tsx";

interface FieldsListProps {
  /** Only the fields of this facility. */
  facilityId?: string;
  action?: ReactNode;
}

export function FieldsList({ facilityId, action }: FieldsListProps) {
  const t = useWords();
  const { organizationId, isPlatform, path } = useScope();
  const search = useListSearch();
  const ask = { params: { organizationId }, query: { ...search, facilityId } };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...read(fields.list, ask),
    placeholderData: keepRows(ask),
  });
  return (
    <Listing q={search.q} label={t("fields.search")} meta={data?.meta} error={error} onRetry={refetch} action={action}>
      <DataTable
        caption={t("fields.title")}
        columns={fieldColumns({ t, path, showFacility: facilityId === undefined, showOrganization: isPlatform })}
        rows={data?.data}
        rowKey={({ id }) => id}
        pending={isPending}
        stale={isPlaceholderData}
        empty={
          search.q ? undefined : (
            <EmptyState icon={CourtIcon} title={t("fields.none")} action={<CreateFieldLink facilityId={facilityId} />}>
              {t("fields.noneHint")}
            </EmptyState>
          )
        }
      />
    </Listing>
  );
}

/** To the form, with the facility chosen; nothing for those who may not create fields. */
export function CreateFieldLink({ facilityId }: { facilityId?: string | undefined }) {
  const t = useWords();
  const { can, path } = useScope();
  if (!can(fields.create)) return null;
  return (
    <Link to={path("/fields/create")} search={facilityId ? { facilityId } : {}} className={buttonClass("primary")}>
      <Plus aria-hidden />
      {t("fields.create")}
    </Link>
  );
}
