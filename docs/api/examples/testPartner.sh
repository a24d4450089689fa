# Signs in to the test world (SERVER=https://<host>/test) with PHONE, such as +919999912345, and creates a
# partner. Prints its key.
call() { curl -s "$SERVER/graphql" -H 'content-type: application/json' "$@"; }

call -o /dev/null -d '{"query": "mutation { requestOtp(input: {phoneNumber: \"'$PHONE'\"}) { sent } }"}'
TOKEN=$(
  call -d '{"query": "mutation { verifyOtp(input: {phoneNumber: \"'$PHONE'\", otp: \"000000\"}) { session { token } } }"}' |
    sed 's/.*"token":"\([^"]*\)".*/\1/'
)
call -H "authorization: Bearer $TOKEN" -d '{"query":
  "mutation { createTestPartner(input: {name: \"My company\", email: \"me@example.com\"}) { secret userErrors { message } } }"
}'
