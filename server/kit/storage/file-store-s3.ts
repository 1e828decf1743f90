/** Stores files in an object storage bucket (S3). */
import type { S3Client } from "@aws-sdk/client-s3";
import type { Readable } from "node:stream";
import type { S3Config } from "#server/kit/process/config.ts";
import type { FileStore, StoredName } from "./file-store.ts";

const S3_TIMEOUTS = { connectionTimeout: 5000, requestTimeout: 30_000, throwOnRequestTimeout: true };

const isAbsent = (error: unknown) =>
  error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");

/** Import with the first file, because the package is large. */
const loadSdk = () => import("@aws-sdk/client-s3");

async function connect({ region, endpoint, keys, forcePathStyle }: S3Config): Promise<S3Client> {
  const { S3Client } = await loadSdk();
  return new S3Client({
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: keys }),
    requestHandler: S3_TIMEOUTS,
    // Other S3 providers refuse checksums that only Amazon supports.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
}

export function openS3FileStore(config: S3Config): FileStore {
  const { bucket: Bucket } = config;
  let connected: Promise<S3Client> | undefined;
  const client = () => (connected ??= connect(config));
  async function* listObjects(prefix: string): AsyncIterable<StoredName> {
    const { paginateListObjectsV2 } = await loadSdk();
    for await (const page of paginateListObjectsV2({ client: await client() }, { Bucket, Prefix: prefix })) {
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key && LastModified) yield { name: Key, at: LastModified };
    }
  }
  return {
    async put(name, bytes, type) {
      const { PutObjectCommand } = await loadSdk();
      await (await client()).send(new PutObjectCommand({ Bucket, Key: name, Body: bytes, ContentType: type }));
    },
    async get(name) {
      const { GetObjectCommand } = await loadSdk();
      try {
        const { Body, ContentLength } = await (await client()).send(new GetObjectCommand({ Bucket, Key: name }));
        // In Node the body is always a Node stream.
        return Body && { bytes: ContentLength ?? 0, body: Body as unknown as Readable };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async delete(name) {
      const { DeleteObjectCommand } = await loadSdk();
      await (await client()).send(new DeleteObjectCommand({ Bucket, Key: name }));
    },
    list: (folder) => listObjects(`${folder}/`),
    listAll: () => listObjects(""),
  };
}
