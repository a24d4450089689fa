import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from "graphql";

/** Fills in the fallback for developers: a curl command to copy, and the schema as text. */
export async function showSchema(endpoint: string): Promise<void> {
  const example = JSON.stringify({ query: "{ siteInfo { brand currency } }" });
  fill("curl", `curl ${endpoint} -H 'content-type: application/json' -d '${example}'`);
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      credentials: "omit",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: getIntrospectionQuery() }),
    });
    const { data } = (await response.json()) as { data: IntrospectionQuery };
    fill("schema", printSchema(buildClientSchema(data)));
  } catch {
    fill("schema", "The schema could not be loaded. Check your connection, and load this page again.");
  }
}

function fill(id: string, text: string): void {
  document.getElementById(id)!.textContent = text;
}
