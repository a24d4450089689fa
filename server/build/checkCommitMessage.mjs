/**
 * The commit-msg hook (`simple-git-hooks` in package.json): rejects a subject that is not `noun: imperative`.
 * Git passes the path of the file that contains the message.
 */
import { readFileSync } from "node:fs";

const maxLength = 72;
/** Matches subjects that git itself writes. */
const writtenByGit = /^(Merge|Revert|fixup!|squash!|amend!) /;

function findProblem([subject = "", second = ""]) {
  if (subject === "" || writtenByGit.test(subject)) return undefined;
  if (!/^[A-Za-z][\w/-]*: [^\sA-Z]/.test(subject)) return "The subject has to be `noun: imperative`.";
  if (subject.length > maxLength)
    return `The subject has ${subject.length} characters; the maximum is ${maxLength}.`;
  if (subject.endsWith(".")) return "The subject must not end with a full stop.";
  if (second.trim() !== "") return "The line after the subject has to be empty.";
  return undefined;
}

const message = readFileSync(process.argv[2], "utf8");
const lines = message.split(/\r?\n/).filter((line) => !line.startsWith("#"));
const problem = findProblem(lines.slice(lines.findIndex((line) => line.trim() !== "")));
if (problem) {
  console.error(`${problem} Example: "payment: retry refunds after a timeout"`);
  process.exit(1);
}
