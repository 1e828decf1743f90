export const DocumentTitle = ({ children }: { children: string }) => <title>{`${children} · Baseline`}</title>;
