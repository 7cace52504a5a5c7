/** Who a request comes from, as the gateway's short-lived token says. */
export interface Identity {
  id: string
}

/** What a service needs to check such a token: the Ed25519 public key, PEM. */
export interface IdentityVerifier {
  publicKey: string
}
