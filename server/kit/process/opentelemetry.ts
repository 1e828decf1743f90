/** Sends spans by OTLP over HTTP. Loaded by `traces.ts` where the environment names a collector. */
import { channel } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";
import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { isTracingSuppressed, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { release } from "./release.ts";
import type { SpanOptions, Tracing } from "./traces.ts";

type Environment = Record<string, string | undefined>;

/** By the names that OpenTelemetry gives to samplers; all traces are kept by default. */
function createSampler({ OTEL_TRACES_SAMPLER: name = "", OTEL_TRACES_SAMPLER_ARG: ratio = "1" }: Environment): Sampler {
  const root = name.endsWith("traceidratio")
    ? new TraceIdRatioBasedSampler(Number(ratio))
    : name.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new AlwaysOnSampler();
  return name === "" || name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

export function openTracing(env: Environment): Tracing {
  const about = resourceFromAttributes({ "service.name": "baseline", "service.version": release });
  const resource = defaultResource()
    .merge(about)
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: createSampler(env),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: Number(env.OTEL_BSP_SCHEDULE_DELAY ?? 5000),
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer("baseline", release);

  function inSpan<T>(name: string, work: () => T, { kind, attributes = {} }: SpanOptions): T {
    if (kind === "client" && !trace.getActiveSpan()) return work();
    const spanKind = kind === "client" ? SpanKind.CLIENT : kind === "consumer" ? SpanKind.CONSUMER : SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { kind: spanKind, attributes });
    return context.with(trace.setSpan(context.active(), span), () => endAfter(span, work));
  }

  function traceRequests(app: FastifyInstance): void {
    const spans = new WeakMap<FastifyRequest, Span>();
    app.addHook("onRequest", (request, reply, done) => {
      const { url: route, config } = request.routeOptions;
      const name = config?.endpoint ?? (request.is404 ? `${request.method} other` : `${request.method} ${route}`);
      const attributes = {
        "http.request.method": request.method,
        ...(route && !request.is404 && { "http.route": route }),
      };
      const parent = propagation.extract(context.active(), request.headers);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      spans.set(request, span);
      // Ends it where the caller goes away before there is an answer, too.
      reply.raw.once("close", () => span.end());
      context.with(trace.setSpan(parent, span), done);
    });
    app.addHook("onResponse", (request, reply, done) => {
      const span = spans.get(request);
      span?.setAttribute("http.response.status_code", reply.statusCode);
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      done();
    });
  }

  const stop = traceOutgoingCalls((name, attributes) =>
    trace.getActiveSpan() && !isTracingSuppressed(context.active())
      ? tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes })
      : undefined,
  );
  return {
    inSpan,
    withoutSpan: (work) => context.with(ROOT_CONTEXT, work),
    traceRequests,
    async close() {
      stop();
      // A collector that is away must not keep the server from ending.
      await provider.shutdown().catch(() => {});
    },
  };
}

/** The text of an error may hold what a person has typed: only its kind is told. */
function fail(span: Span, error: unknown): void {
  const type = error instanceof Error ? ("code" in error ? String(error.code) : error.name) : "unknown";
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", type);
}

function endAfter<T>(span: Span, work: () => T): T {
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then(
      (value: unknown) => {
        span.end();
        return value;
      },
      (error: unknown) => {
        fail(span, error);
        span.end();
        throw error;
      },
    ) as T;
  } catch (error) {
    fail(span, error);
    span.end();
    throw error;
  }
}

type StartSpan = (name: string, attributes: Record<string, string>) => Span | undefined;

/** Calls to other services (payments, addresses, store), by what Node tells of `http` and `fetch`. @returns stops it */
function traceOutgoingCalls(start: StartSpan): () => void {
  const spans = new WeakMap<object, Span>();
  const begin = (request: object, method: string, host: string) => {
    const span = start(`${method} ${host}`, { "http.request.method": method, "server.address": host });
    if (span) spans.set(request, span);
  };
  const end = (request: object, { status, error }: { status?: number | undefined; error?: unknown }) => {
    const span = spans.get(request);
    spans.delete(request);
    if (status !== undefined) span?.setAttribute("http.response.status_code", status);
    if (span && error !== undefined) fail(span, error);
    span?.end();
  };
  interface HttpMessage {
    request: ClientRequest;
    response?: IncomingMessage;
    error?: unknown;
  }
  interface FetchMessage {
    request: { method: string; origin: string };
    response?: { statusCode: number };
    error?: unknown;
  }
  const listeners: [string, (message: unknown) => void][] = [
    [
      "http.client.request.start",
      (message) =>
        begin(
          (message as HttpMessage).request,
          (message as HttpMessage).request.method,
          (message as HttpMessage).request.host,
        ),
    ],
    [
      "http.client.response.finish",
      (message) => end((message as HttpMessage).request, { status: (message as HttpMessage).response?.statusCode }),
    ],
    [
      "http.client.request.error",
      (message) => end((message as HttpMessage).request, { error: (message as HttpMessage).error }),
    ],
    [
      "undici:request:create",
      (message) =>
        begin(
          (message as FetchMessage).request,
          (message as FetchMessage).request.method,
          new URL((message as FetchMessage).request.origin).hostname,
        ),
    ],
    [
      "undici:request:headers",
      (message) => end((message as FetchMessage).request, { status: (message as FetchMessage).response?.statusCode }),
    ],
    [
      "undici:request:error",
      (message) => end((message as FetchMessage).request, { error: (message as FetchMessage).error }),
    ],
  ];
  for (const [name, listener] of listeners) channel(name).subscribe(listener);
  return () => {
    for (const [name, listener] of listeners) channel(name).unsubscribe(listener);
  };
}
