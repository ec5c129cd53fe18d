/** The URL of a gateway for callers, without a trailing slash. Null until it listens. */
export type GatewayUrl = {
  url(): string | null
  /** Sets the URL that the gateway listens on. */
  announce(url: string): void
}

/** @param publicUrl the URL for callers, if it differs from the listener's address */
export function createGatewayUrl(publicUrl: string | undefined): GatewayUrl {
  let url = publicUrl?.replace(/\/+$/, '') ?? null
  return {
    url: () => url,
    announce(listening) {
      url ??= listening
    },
  }
}
