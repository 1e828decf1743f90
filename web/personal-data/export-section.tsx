/** A copy that a job makes: what it holds, how far it has come, and its download. */
import { type UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { DataExport } from "#contract/personal-data-endpoints.ts";
import { FormSection } from "#web/kit/form/form-section.tsx";
import { ErrorState } from "#web/kit/list/list-layout.tsx";
import { Card } from "#web/kit/ui/card.tsx";
import { Skeleton } from "#web/kit/ui/skeleton.tsx";
import { ExportState, type ExportStateProps } from "./export-state.tsx";

interface ExportSectionProps extends Omit<ExportStateProps, "made"> {
  hint: string;
  query: Pick<UseQueryResult<{ data: DataExport }>, "data" | "error" | "refetch">;
  /** Below the download. */
  children?: ReactNode;
}

export function ExportSection({ hint, query: { data, error, refetch }, children, ...state }: ExportSectionProps) {
  return (
    <FormSection title={state.title} hint={hint}>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-28 w-full" />
      ) : (
        <Card padded>
          <div className="grid gap-4" role="status">
            <ExportState made={data.data} {...state} />
          </div>
          {children}
        </Card>
      )}
    </FormSection>
  );
}
