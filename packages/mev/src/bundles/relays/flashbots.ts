import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** https://docs.flashbots.net/flashbots-auction/advanced/rpc-endpoint */
export const flashbots: RelayProfile = {
  ...ethRelay,
  name: 'flashbots',
  urls: { ethereum: 'https://relay.flashbots.net' },
  droppingHashes: false,
  refunds: false,
  signature: 'required',
  privateMethod: 'eth_sendPrivateTransaction',
  cancelPrivate: true,
  maxBytes: 300_000,
  stats: true,
}
