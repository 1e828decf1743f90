/**
 * Asks for the seller where a payment was refused because the seller is not complete. The payment's form stays as it was
 * filled in.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { organizations } from "#contract/organizations.ts";
import { ApiError, endpointQuery } from "#web/kit/data/api.ts";
import { invalidatePaymentQueries } from "#web/kit/data/invalidate-queries.ts";
import { useScope } from "#web/kit/data/scope.ts";
import { Button } from "#web/kit/ui/button.tsx";
import { useTranslation } from "#web/kit/format/translation.ts";
import { SellerForm } from "#web/organizations/seller-form.tsx";

interface SellerGateProps {
  /** Receives a function that watches a request for the refusal. */
  children: (watch: <T>(request: Promise<T>) => Promise<T>) => ReactNode;
}

export function SellerGate({ children }: SellerGateProps) {
  const t = useTranslation();
  const cache = useQueryClient();
  const { organizationId, can } = useScope();
  const [isRefused, setIsRefused] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { data, refetch } = useQuery({
    ...endpointQuery(organizations.read, { params: { organizationId } }, { quiet: true }),
    enabled: isRefused,
  });
  const organization = data?.data;
  const isIncomplete = isRefused && organization !== undefined && organization.sellerMissing.length > 0;
  const watch = async <T,>(request: Promise<T>): Promise<T> => {
    try {
      return await request;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && can(organizations.update)) {
        setIsRefused(true);
        void refetch();
      }
      throw error;
    }
  };
  return (
    <>
      <div className={isAsking ? "hidden" : "grid gap-4"}>
        {isIncomplete && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-3 py-2.5 text-13">
            <span>{t("organizations.sellerAsk")}</span>
            <Button variant="primary" size="sm" onClick={() => setIsAsking(true)}>
              {t("organizations.sellerComplete")}
            </Button>
          </div>
        )}
        {children(watch)}
      </div>
      {isAsking && organization && (
        <SellerForm
          organization={organization}
          mustBeComplete
          actions={<Button onClick={() => setIsAsking(false)}>{t("organizations.sellerBack")}</Button>}
          onSaved={() => {
            const saved = cache.getQueryData(
              endpointQuery(organizations.read, { params: { organizationId } }).queryKey,
            )?.data;
            if (saved?.sellerMissing.length !== 0) return;
            setIsAsking(false);
            setIsRefused(false);
            invalidatePaymentQueries(cache);
          }}
        />
      )}
    </>
  );
}
