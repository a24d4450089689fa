# Needs a picture in this folder.
curl -s "$SERVER/graphql" \
  -H "authorization: Bearer $KEY" \
  -H 'apollo-require-preflight: true' \
  -F 'operations=<-' \
  -F map='{ "0": ["variables.input.papers.0.file"] }' \
  -F 0=@photo.jpg <<JSON
{
  "query": "mutation (\$input: SendCorrectionInput!) { sendCorrection(input: \$input) { visaApplicant { visaApplicantStatus } userErrors { field code message } } }",
  "variables": {
    "input": {
      "visaApplicantId": "$VISA_APPLICANT_ID",
      "papers": [{ "correctionId": "$CORRECTION_ID", "file": null }],
      "idempotencyKey": "$CORRECTION_ID"
    }
  }
}
JSON
