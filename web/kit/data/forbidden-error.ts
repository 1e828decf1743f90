import { t } from "#web/kit/format/translation.ts";

/** The person lacks a permission (403): trying again would not help. */
export class ForbiddenError extends Error {
  constructor(permission: string) {
    super(t("kit.forbidden", { perm: permission }));
    this.name = "ForbiddenError";
  }
}
