curl -s "$SERVER/graphql" \
  -H "authorization: Bearer $KEY" \
  -H 'content-type: application/json' \
  -d '{"query": "{ myVisaRequests { totalCount } }"}'
