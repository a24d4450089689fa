import { examples } from "./examples";

/** Fills in the fallback for developers: a curl command to copy, and the schema as text. */
export async function showSchema(endpoint: string): Promise<void> {
  // Escapes single quotes, which would end the argument in a shell.
  const body = JSON.stringify({ query: examples[0]!.document }).replaceAll("'", "'\\''");
  fill("curl", `curl ${endpoint} -H 'content-type: application/json' -d '${body}'`);
  try {
    const response = await fetch("/developers/schema.graphql");
    if (!response.ok) throw new Error(response.statusText);
    fill("schema", await response.text());
  } catch {
    fill("schema", "The schema could not be loaded. Check your connection, and load this page again.");
  }
}

function fill(id: string, text: string): void {
  document.getElementById(id)!.textContent = text;
}
