/** People's own data: a copy of it, and the end of the account. Which tables hold it stands in `personal-data.ts`. */
import * as z from "zod/mini";
import { languages } from "#messages/translator.ts";
import type { MessageKey } from "#messages/keys.ts";
import { Confirmation } from "./second-factors.ts";
import { defineModule, del, get, id, instant, post, put } from "./kit.ts";
import type { PersonalRecord } from "./personal-data.ts";
import { legalVersions } from "./personal-data-versions-rules.ts";

export const dataExportStates = ["waiting", "running", "done", "failed"] as const;

/** Each kind of record is a file of the copy. */
export const recordLabels = {
  account: "personal-data.account",
  terms: "personal-data.terms",
  codes: "personal-data.codes",
  emailChanges: "personal-data.emailChanges",
  secondFactors: "personal-data.secondFactors",
  sessions: "personal-data.sessions",
  apiKeys: "personal-data.apiKeys",
  memberships: "personal-data.memberships",
  organizations: "personal-data.organizations",
  customers: "personal-data.customers",
  bookings: "personal-data.bookings",
  waitlist: "personal-data.waitlist",
  payments: "personal-data.payments",
  invoices: "personal-data.invoices",
  photos: "personal-data.photos",
  calendars: "personal-data.calendars",
  views: "personal-data.views",
  imports: "personal-data.imports",
  mails: "personal-data.mails",
  activity: "personal-data.activity",
  notifications: "personal-data.notifications",
  webhooks: "personal-data.webhooks",
  devices: "personal-data.devices",
  dataExports: "personal-data.dataExports",
  requests: "personal-data.requests",
  limits: "personal-data.limits",
} as const satisfies Record<PersonalRecord, MessageKey>;

/** Null before the first one, and after it was deleted. */
export const DataExport = z.nullable(
  z.object({
    id,
    state: z.enum(dataExportStates),
    progress: z.int(),
    steps: z.int(),
    bytes: z.nullable(z.int()),
    endedAt: z.nullable(instant),
    expiresAt: z.nullable(instant),
    /** When another one can be asked for; null if it can be now. */
    nextAt: z.nullable(instant),
    created_at: instant,
  }),
);
export type DataExport = z.infer<typeof DataExport>;

export const closingObstacleKinds = [
  "administrator",
  "owner",
  "booking",
  "debt",
  "pack",
  "balance",
  "subscription",
] as const;
const Named = z.object({ id, name: z.string() });
/** The last administrator and last owners, bookings that lie ahead, what is not paid, packs with units left, and money on a balance. */
const ClosingObstacle = z.object({
  kind: z.enum(closingObstacleKinds),
  organization: z.nullable(Named),
  /** Null also for what was bought without a booking. */
  event: z.nullable(z.extend(Named, { startTime: instant })),
});
export type ClosingObstacle = z.infer<typeof ClosingObstacle>;

export const AccountClosing = z.object({
  /** Null while nobody has asked for it. */
  closesAt: z.nullable(instant),
  /** The first fifty bookings. */
  obstacles: z.array(ClosingObstacle),
  /** Places in organizations that end with the account. */
  memberships: z.array(Named),
});
export type AccountClosing = z.infer<typeof AccountClosing>;

const termsVersion = z.iso.date();
/** Versions are the dates of the texts. */
const TermsVersions = z.object({
  terms: z.string(),
  privacy: z.string(),
  /** With whom the terms are agreed; null where nobody was named. */
  operator: z.nullable(z.string()),
});
export const Terms = z.object({
  current: TermsVersions,
  isDue: z.boolean(),
  /** Newest first. */
  accepted: z.array(z.extend(TermsVersions, { language: z.enum(languages), accepted_at: instant })),
});
export type Terms = z.infer<typeof Terms>;
/** The versions that the reader has seen. */
export const TermsDraft = z.strictObject({ terms: termsVersion, privacy: termsVersion });

const months = z.nullable(z.int().check(z.gte(6), z.lte(240)));
/** Null: kept. */
export const RetentionSettings = z.strictObject({
  /** Customers without an account whose last booking and payment are longer ago. */
  customersMonths: months,
  activityMonths: months,
  importsDays: z.nullable(z.int().check(z.gte(7), z.lte(3650))),
});
export type RetentionSettings = z.infer<typeof RetentionSettings>;
/** Proposed, and off until an organization turns it on. */
export const proposedRetention = { customersMonths: 36, activityMonths: 36, importsDays: 30 } as const;

export const retentionKinds = ["customers", "activity", "imports"] as const;
export type RetentionKind = (typeof retentionKinds)[number];
/** With the number of rows. */
export const retentionLabels = {
  customers: "personal-data.retainCustomers",
  activity: "personal-data.retainActivity",
  imports: "personal-data.retainImports",
} as const satisfies Record<RetentionKind, MessageKey>;
export const RetentionPreview = z.array(
  z.object({
    kind: z.enum(retentionKinds),
    count: z.int(),
    /** The first five, by name or time. */
    samples: z.array(z.string()),
  }),
);
export type RetentionPreview = z.infer<typeof RetentionPreview>;

export const personalData = defineModule("personal-data", {
  readExport: get("/auth/data-export", {
    allow: "verified",
    summary: "The latest copy of one's own data, with its progress",
    returns: DataExport,
  }),
  requestExport: post("/auth/data-export", {
    allow: "verified",
    summary: "Ask for a copy of one's own data, once a day; a mail tells when it is ready",
    returns: DataExport,
    successMessage: "personal-data.exportStarted",
    status: 200,
  }),
  downloadExport: get("/auth/data-export/{exportId}/file", {
    allow: "verified",
    summary: "The copy of one's own data as a ZIP file, for seven days",
    returns: z.unknown(),
    raw: "download",
    types: ["application/zip"],
  }),
  readOrganizationExport: get("/organizations/{organizationId}/data-export", {
    allow: "organizations.delete",
    summary: "The latest copy of everything of the organization, with its progress",
    returns: DataExport,
  }),
  requestOrganizationExport: post("/organizations/{organizationId}/data-export", {
    allow: "organizations.delete",
    summary:
      "Ask for a copy of everything of the organization, once a day, to move elsewhere; its owners are told by mail",
    returns: DataExport,
    successMessage: "personal-data.exportStarted",
    status: 200,
  }),
  downloadOrganizationExport: get("/organizations/{organizationId}/data-export/{organizationExportId}/file", {
    allow: "organizations.delete",
    summary: "The copy of everything of the organization as a ZIP file, for seven days",
    returns: z.unknown(),
    raw: "download",
    types: ["application/zip"],
  }),
  readRetention: get("/organizations/{organizationId}/retention", {
    allow: "organizations.update",
    summary: "How long the organization keeps what is about people; null: as long as it is here",
    returns: RetentionSettings,
  }),
  previewRetention: post("/organizations/{organizationId}/retention/preview", {
    allow: "organizations.update",
    summary: "Dry run: what these times would make anonymous or delete tonight, with samples",
    body: RetentionSettings,
    example: proposedRetention,
    leavesEntry: false,
    returns: RetentionPreview,
    status: 200,
    refusesApiKeys: true,
  }),
  setRetention: put("/organizations/{organizationId}/retention", {
    allow: "organizations.update",
    summary: "Set how long it keeps what is about people; a job keeps to it each night",
    body: RetentionSettings,
    example: proposedRetention,
    returns: RetentionSettings,
    successMessage: "personal-data.retentionSaved",
    refusesApiKeys: true,
  }),
  readTerms: get("/auth/terms", {
    allow: "verified",
    summary: "The terms of service and privacy policy that one has accepted, and whether there are newer ones",
    returns: Terms,
  }),
  acceptTerms: post("/auth/terms", {
    allow: "verified",
    summary: "Accept the current terms of service and privacy policy; the first time counts",
    body: TermsDraft,
    example: { terms: legalVersions.terms, privacy: legalVersions.privacy },
    returns: Terms,
    successMessage: "personal-data.termsAccepted",
    status: 200,
  }),
  readClosing: get("/auth/closing", {
    allow: "verified",
    summary: "Whether one's account is about to be closed, what stands against it, and what ends with it",
    returns: AccountClosing,
  }),
  close: post("/auth/closing", {
    allow: "verified",
    summary:
      "Close one's account with the password or a passkey: it can be kept for 14 days, then it is made anonymous",
    body: Confirmation,
    example: { password: "correct horse battery" },
    returns: AccountClosing,
    successMessage: "personal-data.closingRequested",
    status: 200,
  }),
  keep: del("/auth/closing", {
    allow: "verified",
    summary: "Keep the account that is about to be closed",
    returns: AccountClosing,
    successMessage: "personal-data.kept",
  }),
});
