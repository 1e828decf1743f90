/** How everything that goes wrong is answered: `{message, errors?}` in the reader's language, never a stack trace. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WordKey } from "#words/keys.ts";
import { isDatabaseError } from "./database.ts";
import { notFound, Problem, say, spell } from "./problem.ts";
import { languageOf } from "./serve.ts";
import { words } from "./words.ts";

/** What Fastify itself refuses, in our words. */
const byStatus: Record<number, WordKey> = {
  400: "kit.malformed",
  404: "kit.notFound",
  413: "kit.tooLarge",
  414: "kit.malformed",
  415: "kit.wrongMediaType",
  503: "kit.unavailable",
};

/** Statement timeouts and lost connections: the database is there again soon, or an operator is needed. */
const isAbsence = (error: unknown) =>
  (isDatabaseError(error) && /^(57014|08...|53300|57P0[1-3])$/.test(error.code)) ||
  (error instanceof Error &&
    ("code" in error
      ? /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
          String(error.code),
        )
      : /^(Connection terminated|Client .* is not queryable|timeout exceeded when trying to connect)/.test(
          error.message,
        )));

/** The parser of uploads has no status of its own for a body that breaks off, and another one for what is no form. */
function statusOf({ statusCode = 500, message = "" }: Partial<FastifyError>): number {
  if (statusCode === 406) return 415;
  return /unexpected end of multipart data|^Multipart: Boundary not found/i.test(message) ? 400 : statusCode;
}

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (isAbsence(error)) return new Problem(503, say("kit.unavailable"), { retryAfter: 5 });
  const status = statusOf(error as Partial<FastifyError>);
  if (status >= 400 && status < 500)
    return new Problem(status, say((byStatus[status] ?? "kit.malformed") as "kit.malformed"));
  return undefined;
}

function answer(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const t = words[languageOf(request)];
  const errors =
    problem.errors &&
    Object.fromEntries(
      Object.entries(problem.errors).map(([field, sayings]) => [field, sayings.map((saying) => spell(t, saying))]),
    );
  if (problem.retryAfter !== undefined) void reply.header("retry-after", Math.max(1, Math.ceil(problem.retryAfter)));
  return reply.code(problem.status).send({ message: spell(t, problem.saying), ...(errors && { errors }) });
}

export function refuseWell(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem) return answer(request, reply, problem);
    request.log.error({ err: error }, "unexpected");
    return reply.code(500).send({ message: words[languageOf(request)]("kit.wrong") });
  });
}

/** Addresses that cannot even be read: no hook sees them. */
export function refuseUnread(_error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  void reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
  return answer(request, reply, new Problem(400, say("kit.malformed")));
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) => answer(request, reply, notFound());
