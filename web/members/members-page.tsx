/** The people of an organization: its team, or its customers. The two lists differ by their columns. */
import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { type Member, members } from "#contract/members.ts";
import type { MemberType } from "#contract/permissions.ts";
import { read } from "#web/kit/api.ts";
import { EmptyState } from "#web/kit/empty-state.tsx";
import { useListSearch } from "#web/kit/list-search.ts";
import { keepRows, Listing } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { type Column, DataTable } from "#web/kit/table.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs, useOrganizationTabs } from "#web/organizations/organization-tabs.tsx";

interface MembersPageProps {
  type: MemberType;
  title: string;
  searchLabel: string;
  /** Why nobody is here. */
  nobody: string;
  columns: readonly Column<Member>[];
}

export function MembersPage({ type, title, searchLabel, nobody, columns }: MembersPageProps) {
  const t = useWords();
  const { organizationId } = useScope();
  const search = useListSearch();
  const ask = { params: { organizationId }, query: { ...search, type } };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...read(members.list, ask),
    placeholderData: keepRows(ask),
  });
  return (
    <Page title={title} crumbs={useOrganizationCrumbs() ?? []} tabs={useOrganizationTabs()}>
      <Listing q={search.q} label={searchLabel} meta={data?.meta} error={error} onRetry={refetch}>
        <DataTable
          caption={title}
          columns={columns}
          rows={data?.data}
          rowKey={({ id }) => id}
          pending={isPending}
          stale={isPlaceholderData}
          empty={
            search.q ? undefined : (
              <EmptyState icon={Users} title={t("kit.noResults")}>
                {nobody}
              </EmptyState>
            )
          }
        />
      </Listing>
    </Page>
  );
}
