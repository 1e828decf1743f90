import { queryOptions } from "@tanstack/react-query";
import type { ResponseBody } from "#contract/kit.ts";
import { setup } from "#contract/setup.ts";
import { endpointQuery } from "#web/kit/data/api.ts";

const STALE_AFTER_MS = 5 * 60_000;
const isFinished = (answer: ResponseBody<typeof setup.state> | undefined) =>
  answer?.data.steps.every(({ isDone }) => isDone) === true;

/** The state of a club's setup; once everything is done, it is kept, whatever changes, and not asked for again. */
export const unfinishedSetupQuery = (organizationId: string) =>
  queryOptions({
    ...endpointQuery(setup.state, { params: { organizationId } }, { quiet: true }),
    staleTime: ({ state }) => (isFinished(state.data) ? "static" : STALE_AFTER_MS),
    gcTime: Infinity,
  });
