# Needs three pictures in this folder, and a session's token or a key as TOKEN.
curl -s "$SERVER/graphql" \
  -H "authorization: Bearer $TOKEN" \
  -H 'apollo-require-preflight: true' \
  -F 'operations=<-' \
  -F map='{
    "0": ["variables.input.profileFile"],
    "1": ["variables.input.passportFrontFile"],
    "2": ["variables.input.passportBackFile"]
  }' \
  -F 0=@photo.jpg \
  -F 1=@front.jpg \
  -F 2=@back.jpg <<JSON
{
  "query": "mutation (\$input: CreateVisaApplicantInput!) { createVisaApplicant(input: \$input) { visaApplicant { visaApplicantId } userErrors { field code message } } }",
  "variables": {
    "input": {
      "visaRequestId": "$VISA_REQUEST_ID",
      "firstName": "Asha",
      "lastName": "Rao",
      "title": "Ms.",
      "gender": "FEMALE",
      "dateOfBirth": "1990-05-14",
      "passportNumber": "Z1234567",
      "passportIssueDate": "2025-01-15",
      "passportExpireDate": "2035-01-14",
      "profileFile": null,
      "passportFrontFile": null,
      "passportBackFile": null,
      "consent": { "textVersion": "2026-11-25" },
      "idempotencyKey": "$VISA_REQUEST_ID-asha"
    }
  }
}
JSON
