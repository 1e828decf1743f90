/** Joining: people become members by a link, its code, a request, or by themselves where the organization lets everybody in. */
import * as z from "zod/mini";
import {
  defineModule,
  del,
  get,
  id,
  instant,
  instantDraft,
  ListQuery,
  noData,
  optionalText,
  page,
  post,
} from "./kit.ts";
import type { MessageKey } from "#messages/keys.ts";
import { languages } from "#messages/translator.ts";
import { EntityRef } from "./organizations.ts";

export const MAX_JOIN_MESSAGE_LENGTH = 300;
export const JOIN_LINK_DEFAULT_DAYS = 90;
/** Live ones of an organization. */
export const MAX_JOIN_LINKS = 50;
export const MAX_ANSWERED_REQUESTS = 100;
/** After a request was declined. */
export const DAYS_BEFORE_ASKING_AGAIN = 30;

/** Eight letters and digits that nobody takes for another. Hyphens, blanks and the case of letters do not matter. */
export const joinCode = z.string().check(
  z.maxLength(40, { abort: true }),
  z.overwrite((text: string) => text.replace(/[\s-]/g, "").toUpperCase()),
  z.regex(/^[2-9A-HJKMNP-TV-Z]{8}$/, { error: "joining.codeWrong" satisfies MessageKey }),
);
/** As people read and type it: `K7QM-4XNA`. */
export const formatJoinCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

const joinMessage = optionalText(MAX_JOIN_MESSAGE_LENGTH);

/** Shown before somebody joins. */
export const JoinOffer = z.object({
  organization: EntityRef,
  /** Styles in the organization's colour; null without one. */
  accentStyle: z.nullable(z.string()),
  needsApproval: z.boolean(),
});
export type JoinOffer = z.infer<typeof JoinOffer>;

const JoinResult = z.object({ state: z.enum(["joined", "requested"]), organizationId: id });
export type JoinResult = z.infer<typeof JoinResult>;

/** Acts of people who join by themselves, or ask to. */
export const joinActs = ["joining.join", "joining.ask"] as const;

const RoleRef = z.object({ id: z.int(), name: z.string() });

export const JoinLinkDraft = z.strictObject({
  /** One of type `member`. Default: Member. */
  role: z.optional(z.int32()),
  needsApproval: z._default(z.boolean(), false),
  /** Null: as many as come. */
  maxUses: z._default(z.nullable(z.int().check(z.gte(1), z.lte(10_000))), null),
  /** Default: in 90 days; at most a year ahead. */
  expiresAt: z.optional(instantDraft),
});
export type JoinLinkDraft = z.infer<typeof JoinLinkDraft>;

export const JoinLink = z.object({
  id,
  /** Signs of the code by which the link is known. */
  lastSigns: z.string(),
  role: RoleRef,
  needsApproval: z.boolean(),
  maxUses: z.nullable(z.int()),
  uses: z.int(),
  expiresAt: instant,
  state: z.enum(["open", "expired", "used_up"]),
  maker: z.string(),
  created_at: instant,
});
export type JoinLink = z.infer<typeof JoinLink>;

export const NewJoinLink = z.extend(JoinLink, {
  /** It is in no other answer: only its hash is kept. */
  code: z.string(),
  url: z.string(),
});
export type NewJoinLink = z.infer<typeof NewJoinLink>;

export const joinRequestStatuses = ["open", "approved", "declined", "withdrawn", "expired"] as const;

export const JoinRequest = z.object({
  id,
  status: z.enum(joinRequestStatuses),
  userId: id,
  full_name: z.string(),
  email: z.string(),
  message: z.nullable(z.string()),
  role: RoleRef,
  /** Whether it came by a link that needs approval. */
  isByLink: z.boolean(),
  created_at: instant,
  answeredAt: z.nullable(instant),
  answeredBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type JoinRequest = z.infer<typeof JoinRequest>;

export const OwnJoinRequest = z.object({
  id,
  organization: EntityRef,
  status: z.enum(joinRequestStatuses),
  message: z.nullable(z.string()),
  created_at: instant,
  answeredAt: z.nullable(instant),
  reason: z.nullable(z.string()),
});
export type OwnJoinRequest = z.infer<typeof OwnJoinRequest>;

const declineReason = optionalText(MAX_JOIN_MESSAGE_LENGTH);

export const joining = defineModule("joining", {
  read: get("/public/{slug}/join", {
    allow: "everyone",
    summary:
      "Whether one may join an organization by the address of its page; the same 404 where it is closed or unknown",
    returns: JoinOffer,
  }),
  readCode: post("/join-codes/look", {
    allow: "everyone",
    summary: "What the code of a join link leads to; it uses nothing up",
    body: z.strictObject({ code: joinCode }),
    example: { code: "K7QM4XNA" },
    returns: JoinOffer,
    status: 200,
  }),
  join: post("/public/{slug}/join", {
    allow: "verified",
    summary: "Join an organization that is open, or ask to; asking again while a request is open changes nothing",
    body: z.strictObject({ message: joinMessage }),
    example: { message: "I play on Tuesdays" },
    returns: JoinResult,
    status: 200,
  }),
  joinByCode: post("/join-codes", {
    allow: "verified",
    summary: "Join by the code of a link, or ask to where the link needs approval; members use nothing up",
    body: z.strictObject({ code: joinCode, message: joinMessage }),
    example: { code: "K7QM4XNA" },
    returns: JoinResult,
    status: 200,
  }),
  ownRequests: get("/auth/user/join-requests", {
    allow: "verified",
    summary: "One's own requests to join, the latest first",
    returns: z.array(OwnJoinRequest),
  }),
  withdrawRequest: del("/auth/user/join-requests/{joinRequestId}", {
    allow: "verified",
    summary: "Withdraw one's own open request to join",
    returns: noData,
    successMessage: "joining.withdrawn",
  }),
  links: get("/organizations/{organizationId}/join-links", {
    allow: "members.manage",
    summary: "Join links that are not revoked, the newest first",
    returns: z.array(JoinLink),
  }),
  createLink: post("/organizations/{organizationId}/join-links", {
    allow: "members.manage",
    summary: `Make a join link, ${MAX_JOIN_LINKS} at most; its code is in this answer alone`,
    body: JoinLinkDraft,
    example: { needsApproval: false, maxUses: 20 },
    returns: NewJoinLink,
    successMessage: "joining.linkCreated",
  }),
  revokeLink: del("/organizations/{organizationId}/join-links/{joinLinkId}", {
    allow: "members.manage",
    summary: "Revoke a join link: its code opens nothing any more",
    returns: noData,
    successMessage: "joining.linkRevoked",
  }),
  poster: post("/organizations/{organizationId}/join-links/{joinLinkId}/poster.pdf", {
    allow: "members.manage",
    summary: "Poster with a QR code of a join link; it wants the link's code, which is kept nowhere",
    body: z.strictObject({
      code: joinCode,
      size: z._default(z.enum(["a4", "a5"]), "a4"),
      language: z.optional(z.enum(languages)),
    }),
    example: { code: "K7QM4XNA" },
    returns: z.unknown(),
    raw: "download",
    status: 200,
    leavesEntry: false,
  }),
  requests: get("/organizations/{organizationId}/join-requests", {
    allow: "members.manage",
    summary: "Requests to join, the latest first; `open` or answered ones alone",
    query: z.extend(ListQuery, { status: z.optional(z.enum(["open", "answered"])) }),
    mayLag: true,
    returns: page(JoinRequest),
  }),
  approveRequest: post("/organizations/{organizationId}/join-requests/{joinRequestId}/approve", {
    allow: "members.manage",
    summary: "Approve a request to join: who asked is a member, with another role of members on wish",
    body: z.strictObject({ role: z.optional(z.int32()) }),
    example: {},
    returns: JoinRequest,
    successMessage: "joining.approved",
    status: 200,
  }),
  declineRequest: post("/organizations/{organizationId}/join-requests/{joinRequestId}/decline", {
    allow: "members.manage",
    summary: "Decline a request to join; who asked reads the reason, and may ask again after 30 days",
    body: z.strictObject({ reason: declineReason }),
    example: { reason: "The club is full until September" },
    returns: JoinRequest,
    successMessage: "joining.declined",
    status: 200,
  }),
  answerRequests: post("/organizations/{organizationId}/join-requests/answer", {
    allow: "members.manage",
    summary: "Approve or decline several requests; those that are answered already stay as they are",
    body: z.strictObject({
      ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_ANSWERED_REQUESTS)),
      answer: z.enum(["approve", "decline"]),
      reason: declineReason,
      role: z.optional(z.int32()),
    }),
    example: { ids: ["01999999-0000-7000-8000-000000000000"], answer: "approve" },
    returns: z.object({ answered: z.array(id) }),
    status: 200,
    leavesEntry: false,
  }),
});
