/** Frame of the pages of imports: the import that is shown or runs, else the choice of a file above the earlier ones. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { endpointQuery } from "#web/kit/data/api.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Page } from "#web/kit/ui/page.tsx";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { ImportSkeleton } from "./import-skeleton.tsx";
import { ImportTabs } from "./import-tabs.tsx";
import { type ImportList, isInProgress } from "./labels.ts";

interface ImportLayoutProps {
  title: string;
  /** Link to the list that the import adds to. */
  crumb: ReactNode;
  list: ImportList;
  /** Address of the page. */
  to: string;
  fileStep: ReactNode;
  children: (importId: string) => ReactNode;
}

export function ImportLayout({ title, crumb, list, to, fileStep, children }: ImportLayoutProps) {
  const { organizationId } = useScope();
  const navigate = useNavigate();
  const importId = useSearch({ strict: false, select: (search: { importId?: string }) => search.importId });
  // Somebody may have started an import elsewhere, or returned without its address.
  const latest = useQuery({
    ...endpointQuery(list, { params: { organizationId }, query: { page: 1 } }, { quiet: true }),
    staleTime: 0,
  });
  const running = latest.data?.data.find(({ state }) => isInProgress(state))?.id;
  const isElsewhere = importId === undefined && running !== undefined;
  useEffect(() => {
    // With its id in the address, the import stays visible after its end.
    if (isElsewhere) void navigate({ to: ".", search: { importId: running } as never, replace: true });
  }, [isElsewhere, running, navigate]);
  return (
    <Page title={title} crumbs={[...(useOrganizationCrumbs() ?? []), crumb]} tabs={<ImportTabs />}>
      {importId !== undefined ? (
        children(importId)
      ) : latest.isPending || isElsewhere ? (
        <ImportSkeleton />
      ) : (
        <>
          {fileStep}
          <EarlierImports list={list} to={to} />
        </>
      )}
    </Page>
  );
}
