#!/bin/sh
# Finds what a term stands for, and asks for a refund of an order, which a person then decides.
#
#   SITE=http://localhost:8080 CLIENT=tickets KEY=tickets.pem ./find-and-refund.sh TERM [ORDER YEN TICKET]
#
# The program is registered with the scopes members.find and propose:money.refund, and proves itself
# by its key (private_key_jwt). It needs curl and openssl.
set -eu

b64() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

# token SCOPES prints an access token for them, good for ten minutes.
token() {
  says=$(printf '{"alg":"RS256","kid":"1"}' | b64).$(printf '{"iss":"%s","sub":"%s","aud":"%s","jti":"%s","exp":%s}' \
    "$CLIENT" "$CLIENT" "${AUDIENCE:-$SITE}" "$(openssl rand -hex 16)" "$(($(date +%s) + 60))" | b64)
  curl --fail-with-body -sS "$SITE/oidc/token" -d grant_type=client_credentials --data-urlencode "scope=$1" \
    -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \
    -d "client_assertion=$says.$(printf %s "$says" | openssl dgst -sha256 -sign "$KEY" | b64)" |
    sed 's/.*"access_token":"\([^"]*\)".*/\1/'
}

# text VALUE prints it as a text of JSON.
text() { printf '"%s"' "$(printf %s "$1" | tr '\n' ' ' | sed 's/[\\"]/\\&/g')"; }

# ask QUERY VARIABLES prints the answer.
ask() {
  printf '{"query":%s,"variables":%s}' "$(text "$1")" "$2" |
    curl --fail-with-body -sS "$SITE/graphql" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-binary @-
  echo
}

TOKEN=$(token 'staff:members.find staff:propose:money.refund')
ask 'query($term: String!) { find(term: $term) { nodes { matched member { accountId name email phone status } } } }' \
  "{\"term\":$(text "$1")}"
[ $# -ge 4 ] || exit 0

# The key is the ticket's: a retry after an answer that was lost asks for nothing twice.
ask 'mutation($input: RefundInput!) { refund(input: $input) {
  userErrors { code field message } actId isReplay proposal { proposalId state expiresAt } } }' \
  "{\"input\":{\"key\":$(text "refund-$4"),\"reasonKind\":\"INQUIRY\",\"reason\":$(text "asked for in ticket $4"),\"ticket\":$(text "$4"),\"orderId\":$(text "$2"),\"amount\":$3}}"
