import { useParams } from "@tanstack/react-router";

/** What the address says in place of `$name`; an empty text on pages whose route has no such place. */
export const useParam = (name: string): string =>
  useParams({ strict: false, select: (params: Record<string, string | undefined>) => params[name] ?? "" });
