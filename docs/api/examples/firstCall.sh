curl -s "$SERVER/graphql" \
  -H 'content-type: application/json' \
  -d '{"query": "{ popularVisas(first: 3) { visaName adultPrice } }"}'
