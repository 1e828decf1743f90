import { ApiError, firstErrorMessage } from "#web/kit/data/api.ts";

/** Says beside a button why nothing came of pressing it. */
export function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-md bg-rose-bg px-3 py-2.5 text-13 text-rose-fg">
      {error instanceof ApiError ? firstErrorMessage(error) : error.message}
    </p>
  );
}
