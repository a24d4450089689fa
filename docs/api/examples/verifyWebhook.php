<?php

/**
 * Returns the event if one of the signatures matches. $body is the raw body (`file_get_contents('php://input')`),
 * names in $headers are in lower case (`array_change_key_case(getallheaders())`).
 */
function verifyWebhook(string $body, array $headers, string $secret): array
{
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('Too old, or too new');
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $signed = "{$headers['webhook-id']}.$timestamp.$body";
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('No signature matches');
}
