/** Query client in which what is invalidated is always asked again. */
import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from "@tanstack/react-query";

/**
 * TanStack Query keeps the first load of a query that is invalidated meanwhile, although it may have been answered before
 * the change: it is asked once more when it arrives.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const loading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter(({ state }) => state.data === undefined);
    const again = loading.map(({ promise, queryKey }) =>
      promise?.then(
        () => super.invalidateQueries({ ...filters, queryKey, exact: true }, options),
        () => {},
      ),
    );
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }
}
