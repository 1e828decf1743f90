const PRODUCT = "Baseline";

/** `Events · Baseline`; a title that names the product stays alone. */
export const DocumentTitle = ({ children }: { children: string }) => (
  <title>{children.includes(PRODUCT) ? children : `${children} · ${PRODUCT}`}</title>
);
