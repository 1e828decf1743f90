/** Uploads CSV files for tests of imports. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiAnswer, ApiCall } from "./test-app.ts";

const boundary = "----baseline";

export function uploadCsv(
  api: ApiCall,
  organizationId: string,
  content: string | Buffer,
  name = "courts.csv",
  of: "facilities" | "bookings" | "customers/files" | "packs" | "subscriptions" = "facilities",
): Promise<ApiAnswer> {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return api("POST", `/organizations/${organizationId}/import/${of}`, body, {
    "content-type": `multipart/form-data; boundary=${boundary}`,
  });
}

const lyonFile = join(import.meta.dirname, "../../../shared/data/lyon-sports-equipment.csv");
/** Sports equipment of the Lyon area, from the French census (open data). The file is optional, and not in the repository. */
export const lyonCsv = existsSync(lyonFile) ? readFileSync(lyonFile) : undefined;
