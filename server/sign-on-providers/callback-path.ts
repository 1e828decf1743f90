/** The page that a provider leads back to, below the address of the site. */
export const SIGN_ON_PATH = "/auth/sign-on";
