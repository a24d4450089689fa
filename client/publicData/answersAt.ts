import { matchRoutes } from "react-router-dom";
import { absentKey, type PageData } from "../pageData";
import { routePatterns } from "../paths";
import type { PublicAnswers } from "./PublicData";

const pages = [{ path: routePatterns.visas }, { path: routePatterns.visa }];

/**
 * Returns the embedded results, keyed for this path. Pages for missing addresses share one result, which gets
 * this path's key.
 */
export function answersAt(pathname: string, { answers, isAbsent }: PageData): PublicAnswers | undefined {
  if (!answers || !isAbsent) return answers;
  const [match] = matchRoutes(pages, pathname) ?? [];
  const [key = ""] = Object.values(match?.params ?? {});
  const here = Object.entries(answers).map(([question, answer]) => [
    question.replace(JSON.stringify(absentKey), () => JSON.stringify(key)),
    answer,
  ]);
  return Object.fromEntries(here) as PublicAnswers;
}
