/** Stores files in an object storage bucket (S3). */
import type { S3Client } from "@aws-sdk/client-s3";
import type { Readable } from "node:stream";
import type { S3Config } from "#server/kit/process/config.ts";
import type { FileStore, StoredName } from "./file-store.ts";
import { StoreUnavailableError } from "./store-unavailable.ts";

/** Somebody waits for the answer: half a minute at most, with the second attempt. */
const S3_TIMEOUTS = { connectionTimeout: 5000, requestTimeout: 15_000, throwOnRequestTimeout: true };
const MAX_ATTEMPTS = 2;

const isAbsent = (error: unknown) =>
  error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");

const isAway = (error: unknown) =>
  error instanceof Error && (error.name === "TimeoutError" || ("$fault" in error && error.$fault === "server"));

/** @throws StoreUnavailableError if the store is silent or fails */
async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isAway(error) ? new StoreUnavailableError(error) : error;
  }
}

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
    maxAttempts: MAX_ATTEMPTS,
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
      const command = new PutObjectCommand({ Bucket, Key: name, Body: bytes, ContentType: type });
      await ask((await client()).send(command));
    },
    async get(name) {
      const { GetObjectCommand } = await loadSdk();
      try {
        const { Body, ContentLength } = await ask((await client()).send(new GetObjectCommand({ Bucket, Key: name })));
        // In Node the body is always a Node stream.
        return Body && { bytes: ContentLength ?? 0, body: Body as unknown as Readable };
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async delete(name) {
      const { DeleteObjectCommand } = await loadSdk();
      await ask((await client()).send(new DeleteObjectCommand({ Bucket, Key: name })));
    },
    list: (folder) => listObjects(`${folder}/`),
    listAll: () => listObjects(""),
  };
}
