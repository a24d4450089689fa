/** An actor's calls about the applicants of a request. */
import { randomUUID } from "node:crypto";
import * as documents from "../../kit/documents";
import { makeDetails, type VisaApplicant } from "../../kit/personas/traveller";
import { ask, mutate } from "./calls";
import { toUploads } from "./files";
import { priceChanged, type ApplicantModel, type PersonModel, type RequestModel } from "./model";
import type { Fixture } from "./fixture";

export async function addApplicant(
  fixture: Fixture,
  person: PersonModel,
  request: RequestModel,
): Promise<void> {
  const { server, journal, files, random } = fixture;
  const { token } = person;
  const { visaRequestId } = request;
  const photo = random.pick(files.photos);
  const papers = files.papers.slice(0, random.between(0, files.papers.length));
  const input = { visaRequestId, ...makeDetails(), idempotencyKey: randomUUID() };
  const uploads = toUploads(
    photo.file,
    files.front.file,
    files.back.file,
    papers.map(({ file }) => file),
  );
  const send = () => mutate(server, documents.createVisaApplicant, input, { token, files: uploads });
  const apply = ({ visaApplicantId, firstName, passportNumber }: VisaApplicant) => {
    request.applicants.set(visaApplicantId, { visaApplicantId, firstName, passportNumber, photo, papers });
    priceChanged(request);
  };
  await journal.send(person, "applicant with files", send, apply, async () => apply(await send()));
}

export async function changeApplicant(
  fixture: Fixture,
  person: PersonModel,
  applicant: ApplicantModel,
): Promise<void> {
  const { server, journal, files, random } = fixture;
  const { token } = person;
  const { visaApplicantId } = applicant;
  const [firstName, photo] = [`Meera ${random.between(1, 1e6)}`, random.pick(files.photos)];
  await journal.send(
    person,
    "applicant's change",
    () =>
      mutate(
        server,
        documents.updateVisaApplicant,
        { visaApplicantId, firstName },
        { token, files: { "input.profileFile": photo.file } },
      ),
    () => void Object.assign(applicant, { firstName, photo }),
    async () => {
      const found = await findApplicant(fixture, person, visaApplicantId);
      // The name shows whether the change was applied; `expectKept` checks the photo.
      if (found?.firstName === firstName) Object.assign(applicant, { firstName, photo });
    },
  );
}

export async function removeApplicant(
  fixture: Fixture,
  person: PersonModel,
  request: RequestModel,
  applicant: ApplicantModel,
): Promise<void> {
  const { server, journal } = fixture;
  const { token } = person;
  const { visaApplicantId } = applicant;
  const gone = () => {
    request.applicants.delete(visaApplicantId);
    priceChanged(request);
  };
  await journal.send(
    person,
    "applicant's removal",
    () => mutate(server, documents.removeVisaApplicant, { visaApplicantId }, { token }),
    gone,
    async () => {
      if (!(await findApplicant(fixture, person, visaApplicantId))) gone();
    },
  );
}

async function findApplicant(
  fixture: Fixture,
  person: PersonModel,
  visaApplicantId: string,
): Promise<VisaApplicant | undefined> {
  const { server } = fixture;
  for (const visaRequestId of person.requests.keys()) {
    const { visaRequest } = await ask(
      server,
      documents.visaRequest,
      { visaRequestId },
      { token: person.token },
    );
    const found = visaRequest.visaApplicants.find((one) => one.visaApplicantId === visaApplicantId);
    if (found) return found;
  }
  return undefined;
}
