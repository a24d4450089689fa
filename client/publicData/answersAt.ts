import { matchRoutes } from "react-router-dom";
import { absentKey, type PageData } from "../pageData";
import { routePatterns } from "../paths";
import type { PublicAnswers } from "./PublicData";

const pages = [{ path: routePatterns.visas }, { path: routePatterns.visa }];

/** The answers that came with the page, as they are asked for at this path: with its own key where nothing stands. */
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
