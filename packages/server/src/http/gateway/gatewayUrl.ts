/** Where callers reach a gateway, without a trailing slash; null until it listens. */
export type GatewayUrl = {
  url(): string | null
  /** Says where it listens. */
  announce(url: string): void
}

/** @param publicUrl where callers reach it if that is not where it listens */
export function createGatewayUrl(publicUrl: string | undefined): GatewayUrl {
  let url = publicUrl?.replace(/\/+$/, '') ?? null
  return {
    url: () => url,
    announce(listening) {
      url ??= listening
    },
  }
}
