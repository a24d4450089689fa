# From nothing to a visa in the test world. SERVER is https://<host>/test, PHONE a number that begins with +9199999.
# Needs testPartner.sh, addApplicant.sh and sendPhoto.sh in this folder, with photo.jpg, front.jpg and back.jpg, which
# can be any pictures of at least 200 x 260 pixels.
set -eu
value() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
send() {
  printf '{"query": "%s"}' "$1" | tr '\n' ' ' |
    curl -s "$SERVER/graphql" -H "authorization: Bearer $KEY" -H 'content-type: application/json' -d @-
}

# 1. A partner with a key
export KEY=$(sh testPartner.sh | value secret)

# 2. An endpoint for its events; receiveWebhook.ts receives and verifies them. The feed also contains them.
send 'mutation { createWebhookEndpoint(input: {
  url: \"'${WEBHOOK_URL:-http://127.0.0.1:8080/}'\", types: [APPLICATION_PAID, APPLICATION_ACTION_REQUIRED, APPLICATION_DECIDED]
}) { secret userErrors { message } } }' | value secret > webhook.secret

# 3. An application with an applicant
VISA_ID=$(send '{ visa(visaUrl: \"testland-30-days-test-visa\") { visaId } }' | value visaId)
export VISA_REQUEST_ID=$(
  send 'mutation { createVisaRequest(input: { visaId: \"'$VISA_ID'\", contact: { mobile: \"'$PHONE'\" } }) {
    visaRequest { visaRequestId } userErrors { field message }
  } }' | value visaRequestId
)
export VISA_APPLICANT_ID=$(TOKEN=$KEY sh addApplicant.sh | value visaApplicantId)

# 4. The payment
send 'mutation { testPay(visaRequestId: \"'$VISA_REQUEST_ID'\", outcome: PAID) { userErrors { message } } }' > /dev/null

# 5. The review asks for a new photo, and receives it
decide() {
  send 'mutation { testDecide(visaApplicantId: \"'$VISA_APPLICANT_ID'\", outcome: '$1') { userErrors { message } } }'
}
decide NEW_PHOTO > /dev/null
export CORRECTION_ID=$(
  send '{ visaRequest(visaRequestId: \"'$VISA_REQUEST_ID'\") { visaApplicants { corrections { correctionId } } } }' |
    value correctionId
)
sh sendPhoto.sh > /dev/null

# 6. The visa
decide APPROVED > /dev/null
VISA=$(send '{ visaRequest(visaRequestId: \"'$VISA_REQUEST_ID'\") { visaApplicants { approvedVisaSrc } } }' | value approvedVisaSrc)
curl -s "${SERVER%/test}$VISA" -o visa.pdf
send '{ visaRequest(visaRequestId: \"'$VISA_REQUEST_ID'\") { visaReferenceNo visaRequestStatus paymentStatus } }'
