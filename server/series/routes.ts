import { series } from "#contract/series.ts";
import { serve } from "#server/kit/serve.ts";
import { add, create } from "./book.ts";
import { end, update } from "./change.ts";
import { plan } from "./plan.ts";
import { listSkipped, read } from "./read.ts";

export default serve(series, {
  async preview(call) {
    // Asking changes nothing.
    call.record({ isDone: true });
    return { occurrences: await plan(call, call.body) };
  },
  create,
  read,
  skipped: async (call) => ({ occurrences: await listSkipped(call) }),
  add,
  update,
  cancel: end,
});
