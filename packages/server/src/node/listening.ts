/** The address that a node listens on. Overrides its configuration. */
export type ListenOptions = {
  /** @default the configuration's, otherwise 127.0.0.1 */
  readonly host?: string
  /** @default the configuration's, otherwise 8787; 0 picks a free port */
  readonly port?: number
  /** @default the configuration's, otherwise 8788; 0 picks a free port */
  readonly gatewayPort?: number
}

/** URLs without a trailing slash. */
export type Listening = {
  /** `{base_url}` of the contract. Ends in `/api`. */
  readonly url: string
  /** `{ws_url}` of the contract. */
  readonly wsUrl: string
  readonly gatewayUrl: string
  readonly gatewayWsUrl: string
  readonly port: number
  readonly gatewayPort: number
}
