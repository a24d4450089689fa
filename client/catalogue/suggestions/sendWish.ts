import { askGraphql } from "../../transport/sendJson";

const query =
  "mutation wishForCountry($flagSrc:String!){wishForCountry(input:{flagSrc:$flagSrc}){userErrors{message}}}";

/**
 * Reports that the visitor asked for the country; works without Apollo, which this page does not load. Returns an error
 * message, or undefined on success.
 */
export async function sendWish(flagSrc: string): Promise<string | undefined> {
  try {
    const data = await askGraphql({ operationName: "wishForCountry", query, variables: { flagSrc } });
    const { wishForCountry } = data as { wishForCountry: { userErrors: { message: string }[] } };
    return wishForCountry.userErrors[0]?.message;
  } catch (error) {
    return (error as Error).message;
  }
}
