/** Facilities and fields from a file, in four steps: the file, its columns, a check, the import. Where it stands, the server knows. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { facilities } from "#contract/facilities.ts";
import { fields } from "#contract/fields.ts";
import { imports } from "#contract/imports.ts";
import { read } from "#web/kit/api.ts";
import { FailedState } from "#web/kit/listing.tsx";
import { Page } from "#web/kit/page.tsx";
import { useScope } from "#web/kit/scope.ts";
import { Skeleton } from "#web/kit/skeleton.tsx";
import { useWords } from "#web/kit/words.ts";
import { useOrganizationCrumbs } from "#web/organizations/organization-tabs.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { Draft } from "./draft.tsx";
import { EarlierImports } from "./earlier-imports.tsx";
import { isUnderWay } from "./labels.ts";
import { Result } from "./result.tsx";
import { Running } from "./running.tsx";

export function ImportPage() {
  const t = useWords();
  const { organizationId, path } = useScope();
  const navigate = useNavigate();
  const importId = useSearch({ strict: false, select: (search: { importId?: string }) => search.importId });
  // Somebody may have begun one elsewhere, or have come back without its address.
  const latest = useQuery({
    ...read(imports.list, { params: { organizationId }, query: { page: 1 } }, { quiet: true }),
    staleTime: 0,
  });
  const running = latest.data?.data.find(({ state }) => isUnderWay(state))?.id;
  const isElsewhere = importId === undefined && running !== undefined;
  useEffect(() => {
    // In the address it stays in sight when it is over.
    if (isElsewhere) void navigate({ to: ".", search: { importId: running } as never, replace: true });
  }, [isElsewhere, running, navigate]);
  return (
    <Page
      title={t("imports.title")}
      crumbs={[
        ...(useOrganizationCrumbs() ?? []),
        <Link key="list" to={path("/facilities")}>
          {t("facilities.title")}
        </Link>,
      ]}
    >
      {importId !== undefined ? (
        <Current key={importId} importId={importId} />
      ) : latest.isPending || isElsewhere ? (
        <Pending />
      ) : (
        <>
          <ChooseFile />
          <EarlierImports />
        </>
      )}
    </Page>
  );
}

function Current({ importId }: { importId: string }) {
  const { organizationId } = useScope();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...read(imports.read, { params: { organizationId, importId } }, { quiet: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data.state) ? 1000 : false),
  });
  const one = data?.data;
  const isOver = one !== undefined && one.state !== "draft" && !isUnderWay(one.state);
  useEffect(() => {
    if (!isOver) return;
    const changed = [imports.list, facilities.list, facilities.search, facilities.read, fields.list, fields.search];
    for (const { name } of [...changed, fields.read, fields.byFacility])
      void cache.invalidateQueries({ queryKey: [name] });
  }, [isOver, cache]);
  if (!one) return error ? <FailedState error={error} onRetry={refetch} /> : <Pending />;
  if (one.state === "draft") return <Draft draft={one} />;
  return isOver ? <Result ended={one} /> : <Running running={one} />;
}

const Pending = () => (
  <div aria-busy className="grid gap-5">
    <Skeleton className="h-5 w-80 max-w-full" />
    <Skeleton className="h-64 w-full rounded-xl" />
  </div>
);
