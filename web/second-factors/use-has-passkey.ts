import { useQuery } from "@tanstack/react-query";
import { secondFactors } from "#contract/second-factors.ts";
import { endpointQuery } from "#web/kit/data/api.ts";

/** Whether a passkey can stand in the place of the password. */
export const useHasPasskey = (): boolean =>
  (useQuery(endpointQuery(secondFactors.read, undefined)).data?.data.passkeys.length ?? 0) > 0;
