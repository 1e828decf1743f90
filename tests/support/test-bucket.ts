/** An S3 server for tests: the real protocol with signatures, on a temporary folder. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

export interface TestBucket {
  env: Record<string, string>;
  close(): Promise<void>;
}

/**
 * @param options.lists whether lists are needed; the server then accepts any signature, because it calculates those of
 * lists differently from S3 (without the trailing slash of the path)
 */
export async function createTestBucket({ lists = true } = {}): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), "baseline-s3-"));
  const address = "127.0.0.1";
  const configureBuckets = [{ name: "uploads" }];
  const server = new S3rver({
    port: 0,
    address,
    silent: true,
    directory,
    configureBuckets,
    allowMismatchedSignatures: lists,
  });
  const { port } = await server.run();
  return {
    env: {
      S3_BUCKET: "uploads",
      S3_ENDPOINT: `http://${address}:${port}`,
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
