import { useParams } from "@tanstack/react-router";

/** Returns an empty text on routes without the parameter. */
export const useRouteParam = (name: string): string =>
  useParams({ strict: false, select: (params: Record<string, string | undefined>) => params[name] ?? "" });
