/** A link to the authority's page that states a requirement. */
export function SourceLink({ sourceUrl, label }: { sourceUrl: string | null; label: string }) {
  if (!sourceUrl) return <span className="muted">No source</span>;
  return (
    <a className="touch" href={sourceUrl} target="_blank" rel="noreferrer">
      {new URL(sourceUrl).hostname}
      <span className="visually-hidden"> – source of {label} (opens a new tab)</span>
    </a>
  );
}
