/** The document's title, `Facilities · Baseline`; for pages without the frame. */
export const DocumentTitle = ({ children }: { children: string }) => <title>{`${children} · Baseline`}</title>;
