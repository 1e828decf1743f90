import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { get, post, defineModule } from "#contract/kit.ts";
import { endpointUrl, ApiError, call, endpointQuery } from "./api.ts";
import { queryClient } from "./query-client.ts";
import { onSessionEnd, token } from "./session.ts";
import { currentToasts, removeToast } from "#web/kit/ui/toast-store.ts";
import { setLanguage } from "#web/kit/format/translation.ts";

const courts = defineModule("courts", {
  find: get("/organizations/{organizationId}/courts/{courtId}", {
    allow: "member",
    summary: "",
    returns: z.object({ name: z.string() }),
  }),
  list: get("/courts", {
    allow: "member",
    summary: "",
    query: z.object({ q: z.optional(z.string()) }),
    returns: z.null(),
  }),
  create: post("/courts", { allow: "member", summary: "", body: z.object({ name: z.string() }), returns: z.null() }),
  signIn: post("/auth/login", { allow: "everyone", summary: "", returns: z.null() }),
});
const sent = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  sent.mockImplementation(() =>
    Promise.resolve(new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers })),
  );
const headersSent = () => Object.fromEntries(new Headers(sent.mock.calls[0]?.[1].headers));
const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as ApiError,
  );

const shown = () =>
  currentToasts().map(({ title, description, variant, duration }) => ({ title, description, variant, duration }));

beforeEach(async () => {
  await setLanguage("en", { persist: false });
  sent.mockReset();
  vi.stubGlobal("fetch", sent);
});
afterEach(() => {
  vi.unstubAllGlobals();
  token.clear();
  removeToast();
  onSessionEnd(() => {});
});

test("a request asks for JSON in the interface's language and carries the token", async () => {
  token.set("secret");
  answer(201, { data: null });
  await call(courts.create, { body: { name: "One" } });
  expect(headersSent()).toEqual({
    accept: "application/json",
    "content-type": "application/json",
    "accept-language": "en",
    authorization: "Bearer secret",
  });
  expect(sent.mock.calls[0]?.[0]).toBe("/api/v1/courts");
  expect(sent.mock.calls[0]?.[1].body).toBe('{"name":"One"}');
});

test("an address has its parameters in place and leaves empty ones out of the query", () => {
  expect(endpointUrl(courts.find, { organizationId: "a/b", courtId: "7" })).toBe(
    "/api/v1/organizations/a%2Fb/courts/7",
  );
  expect(endpointUrl(courts.list, {}, { q: "", page: 2, none: null, kind: ["a", "b"] })).toBe(
    "/api/v1/courts?page=2&kind=a&kind=b",
  );
});

test("a message is said for three seconds", async () => {
  answer(200, { data: null, message: "Saved." });
  await call(courts.list, {});
  expect(shown()).toEqual([{ title: undefined, description: "Saved.", variant: "success", duration: 3000 }]);
});

test("a failure without errors is said under the common title, in the server's words", async () => {
  answer(409, { message: "Already there." }, { "retry-after": "30" });
  const error = await failed(call(courts.list, {}));
  expect(error).toMatchObject({ status: 409, message: "Already there.", errors: undefined, retryAfter: 30 });
  expect(shown()).toEqual([
    { title: "Something went wrong", description: "Already there.", variant: "error", duration: 3000 },
  ]);
});

test("a failure with errors is said and given to the caller", async () => {
  answer(422, { message: "Check the marked fields.", errors: { name: ["Taken"] } });
  const error = await failed(call(courts.create, { body: { name: "One" } }));
  expect(error?.errors).toEqual({ name: ["Taken"] });
  expect(shown()).toMatchObject([{ title: undefined, description: "Check the marked fields.", variant: "error" }]);
});

test("what was wrong in the fields is not told any more once the form is taken", async () => {
  answer(422, { message: "Check the marked fields.", errors: { name: ["Taken"] } });
  await failed(call(courts.create, { body: { name: "One" } }));
  await failed(call(courts.create, { body: { name: "One" } }));
  expect(currentToasts().filter(({ open }) => open)).toHaveLength(1);
  answer(200, { data: null });
  await call(courts.list, {});
  expect(currentToasts().filter(({ open }) => open)).toHaveLength(1);
  await call(courts.create, { body: { name: "Two" } });
  expect(currentToasts().filter(({ open }) => open)).toHaveLength(0);
});

test("a server out of reach, and an answer that is no JSON, are failures with words of their own", async () => {
  sent.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await failed(call(courts.list, {}))).toMatchObject({
    status: 0,
    message: "The server cannot be reached. Check your connection and try again.",
  });
  answer(502, "<h1>Bad gateway</h1>");
  expect(await failed(call(courts.list, {}))).toMatchObject({
    status: 502,
    message: "This service is not available right now.",
  });
  answer(200, "<!doctype html>");
  expect(await failed(call(courts.list, {}))).toMatchObject({
    status: 200,
    message: "The server’s answer could not be read.",
  });
  expect(shown()).toHaveLength(3);
});

test("a quiet call says nothing, and neither does one that was called off", async () => {
  answer(500, { message: "Broken." });
  expect(await failed(call(courts.list, {}, { quiet: true }))).toBeInstanceOf(ApiError);
  const controller = new AbortController();
  sent.mockImplementation((_address, init) => {
    controller.abort();
    return Promise.reject(init.signal?.reason as Error);
  });
  await failed(call(courts.list, {}, { signal: controller.signal }));
  expect(shown()).toEqual([]);
});

test("what is taken back and refused says the reason itself, and a lost connection is none", async () => {
  const quiet = { quiet: "reason" } as const;
  answer(422, { message: "Check the marked fields.", errors: { startTime: ["Choose a start in the future"] } });
  await failed(call(courts.list, {}, quiet));
  answer(409, { message: "Taken." });
  await failed(call(courts.list, {}, quiet));
  answer(500, { message: "Broken." });
  await failed(call(courts.list, {}, quiet));
  expect(shown().map(({ title, description }) => [title, description])).toEqual([
    ["Something went wrong", "Broken."],
    [undefined, "Taken."],
    [undefined, "Choose a start in the future"],
  ]);
  removeToast();
  answer(200, { message: "Saved", data: null });
  await call(courts.list, {}, quiet);
  expect(shown()).toEqual([]);
});

test("a refused token ends the session once, however many requests were under way", async () => {
  const out = vi.fn();
  onSessionEnd(out);
  token.set("old");
  queryClient.setQueryData(["kept"], 1);
  answer(401, { message: "Sign in to continue." });
  await Promise.all([failed(call(courts.list, {})), failed(call(courts.list, {}))]);
  expect(token.get()).toBe(null);
  expect(queryClient.getQueryData(["kept"])).toBe(undefined);
  expect(out).toHaveBeenCalledTimes(1);
  expect(shown()).toHaveLength(1);
});

test("a late refusal of an old token leaves the new session alone", async () => {
  const out = vi.fn();
  onSessionEnd(out);
  token.set("old");
  sent.mockImplementation(() => {
    token.set("new");
    return Promise.resolve(new Response('{"message":"Sign in to continue."}', { status: 401 }));
  });
  await failed(call(courts.list, {}));
  expect(token.get()).toBe("new");
  expect(out).not.toHaveBeenCalled();
});

test("a wrong password is the form's affair and no end of a session", async () => {
  const out = vi.fn();
  onSessionEnd(out);
  answer(401, { message: "These credentials do not match." });
  await failed(call(courts.signIn));
  expect(out).not.toHaveBeenCalled();
});

test("a query's key is the endpoint's name and what is asked of it", () => {
  expect(endpointQuery(courts.list, { query: { q: "a" } }).queryKey).toEqual(["courts.list", { query: { q: "a" } }]);
});

test("nothing is retried, refetched on focus or reconnection, or polled, and five minutes are fresh", () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
    staleTime: 300_000,
  });
});
