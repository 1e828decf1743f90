/** The store of many machines: a bucket at any provider that speaks S3. */
import type { S3Client } from "@aws-sdk/client-s3";
import type { Readable } from "node:stream";
import type { S3Config } from "./config.ts";
import type { Store } from "./store.ts";

/** Half a minute without a word is an absence. */
const patience = { connectionTimeout: 5000, requestTimeout: 30_000, throwOnRequestTimeout: true };

const isAbsent = (error: unknown) =>
  error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");

/** The package is large: it is loaded with the first file, not with the server. */
const load = () => import("@aws-sdk/client-s3");

async function connect({ region, endpoint, keys, forcePathStyle }: S3Config): Promise<S3Client> {
  const { S3Client } = await load();
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: keys }),
    requestHandler: patience,
    // What only Amazon knows, other providers refuse.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

export function openS3Store(config: S3Config): Store {
  const { bucket: Bucket } = config;
  let connected: Promise<S3Client> | undefined;
  const client = () => (connected ??= connect(config));
  return {
    async put(name, bytes, type) {
      const { PutObjectCommand } = await load();
      await (await client()).send(new PutObjectCommand({ Bucket, Key: name, Body: bytes, ContentType: type }));
    },
    async get(name) {
      const { GetObjectCommand } = await load();
      try {
        const { Body, ContentLength } = await (await client()).send(new GetObjectCommand({ Bucket, Key: name }));
        // In Node a body is always a stream of Node's.
        return Body && { bytes: ContentLength ?? 0, body: Body as unknown as Readable };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async delete(name) {
      const { DeleteObjectCommand } = await load();
      await (await client()).send(new DeleteObjectCommand({ Bucket, Key: name }));
    },
    async *list(folder) {
      const { paginateListObjectsV2 } = await load();
      for await (const page of paginateListObjectsV2({ client: await client() }, { Bucket, Prefix: `${folder}/` })) {
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { name: Key, at: LastModified };
      }
    },
  };
}
