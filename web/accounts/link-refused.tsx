import { ApiError } from "#web/kit/data/api.ts";
import { BackToApp } from "./back-to-app.tsx";
import { PublicPageHeading } from "./public-layout.tsx";

interface LinkRefusedProps {
  title: string;
  /** Said where the secret is wrong or has ended. */
  wrong: string;
  error: Error;
}

/** In place of what the secret of an address leads to. */
export const LinkRefused = ({ title, wrong, error }: LinkRefusedProps) => (
  <div className="grid gap-6">
    <PublicPageHeading title={title}>
      {error instanceof ApiError && [404, 422].includes(error.status) ? wrong : error.message}
    </PublicPageHeading>
    <BackToApp />
  </div>
);
