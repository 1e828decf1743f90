/**
 * Error responses (exception handler, 500): `{message, errors?, code?}`, messages that people read as they are, in the language
 * of the request; never a stack trace.
 */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { MessageKey } from "#messages/keys.ts";
import { isDatabaseError } from "#server/kit/db/database.ts";
import { notFound, HttpError, message, renderMessage } from "./http-error.ts";
import { requestLanguage } from "./serve-module.ts";
import { translators } from "#server/kit/process/translators.ts";

const messageByStatus: Record<number, MessageKey> = {
  400: "kit.malformed",
  404: "kit.notFound",
  413: "kit.tooLarge",
  414: "kit.malformed",
  415: "kit.wrongMediaType",
  503: "kit.unavailable",
};

/** No room on the disk, no memory, no connections, errors of the disk: an operator has to act. */
const isOutOfResources = (error: unknown) => isDatabaseError(error) && /^(53...|58030)$/.test(error.code);

/** A cluster whose coordinator has lost a worker within a transaction, which has no code of its own for it. */
const isWorkerLost = (error: unknown) =>
  isDatabaseError(error) &&
  error.code === "XX000" &&
  error instanceof Error &&
  error.message.startsWith("failure on connection marked as essential");

/**
 * Statement timeouts, lost connections, and what a server answers that has just become a standby (25006): a retry may
 * succeed, or an operator has to act.
 */
const isUnavailable = (error: unknown) =>
  isOutOfResources(error) ||
  isWorkerLost(error) ||
  (isDatabaseError(error) && /^(57014|08...|57P0[1-5]|25006)$/.test(error.code)) ||
  (error instanceof Error &&
    ("code" in error
      ? /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
          String(error.code),
        )
      : /^(Connection terminated|Client .* is not queryable|timeout exceeded when trying to connect)/.test(
          error.message,
        )));

/** The multipart parser sets no status for a truncated body, and 406 for a body that is not a form. */
function readStatus({ statusCode = 500, message = "" }: Partial<FastifyError>): number {
  if (statusCode === 406) return 415;
  return /unexpected end of multipart data|^Multipart: Boundary not found/i.test(message) ? 400 : statusCode;
}

function toHttpError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (isUnavailable(error)) return new HttpError(503, message("kit.unavailable"), { retryAfter: 5 });
  const status = readStatus(error as Partial<FastifyError>);
  if (status >= 400 && status < 500)
    return new HttpError(status, message((messageByStatus[status] ?? "kit.malformed") as "kit.malformed"));
  return undefined;
}

function sendError(request: FastifyRequest, reply: FastifyReply, problem: HttpError) {
  const t = translators[requestLanguage(request)];
  const errors =
    problem.errors &&
    Object.fromEntries(
      Object.entries(problem.errors).map(([field, texts]) => [field, texts.map((text) => renderMessage(t, text))]),
    );
  if (problem.retryAfter !== undefined) void reply.header("retry-after", Math.max(1, Math.ceil(problem.retryAfter)));
  return reply.code(problem.status).send({
    message: renderMessage(t, problem.localizedMessage),
    ...(errors && { errors }),
    ...(problem.code && { code: problem.code }),
  });
}

export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toHttpError(error);
    if (isOutOfResources(error)) request.log.error({ err: error }, "the database lacks resources");
    if (problem) return sendError(request, reply, problem);
    request.log.error({ err: error }, "unexpected");
    return reply.code(500).send({ message: translators[requestLanguage(request)]("kit.wrong") });
  });
}

/** Fastify runs no hooks for malformed URLs, so set the headers here. */
export function sendUnreadable(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  void reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  return sendError(request, reply, new HttpError(400, message("kit.malformed")));
}

/**
 * Answers what is no HTTP, on its connection: Fastify has no request for it. `error` has a code of Node's parser.
 */
export function sendUnreadableConnection({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && code !== "ECONNRESET") {
    const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const body = JSON.stringify({ message: translators.en(status === 431 ? "kit.tooLarge" : "kit.malformed") });
    const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`);
  }
  socket.destroy();
}

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => sendError(request, reply, notFound());
