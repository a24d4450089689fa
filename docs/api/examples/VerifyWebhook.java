import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class VerifyWebhook {
  /** Throws unless one of the signatures matches. `body` is the raw body, header names are lower case. */
  static void verifyWebhook(byte[] body, Map<String, String> headers, String secret)
      throws GeneralSecurityException {
    String timestamp = headers.get("webhook-timestamp");
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300)
      throw new SecurityException("Too old, or too new");
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((headers.get("webhook-id") + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String hash = Base64.getEncoder().encodeToString(mac.doFinal(body));
    byte[] expected = ("v1," + hash).getBytes(StandardCharsets.UTF_8);
    for (String given : headers.get("webhook-signature").split(" "))
      if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) return;
    throw new SecurityException("No signature matches");
  }
}
