import { useParams } from "@tanstack/react-router";

/** The route's parameter `$name`; an empty text on routes without it. */
export const useRouteParam = (name: string): string =>
  useParams({ strict: false, select: (params: Record<string, string | undefined>) => params[name] ?? "" });
