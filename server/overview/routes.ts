import { overview } from "#contract/overview.ts";
import { serveModule } from "#server/kit/http/serve-module.ts";
import { clearPlatformSums } from "./platform-sums.ts";
import { readOverview } from "./read.ts";

export default serveModule(
  overview,
  { read: readOverview },
  { "organizations.deleting": clearPlatformSums, "organizations.currencyChanging": clearPlatformSums },
);
