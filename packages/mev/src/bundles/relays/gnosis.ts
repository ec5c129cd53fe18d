import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** Builder on Gnosis Chain with Flashbots' API. Gnosis builders have no public address, so the settings must provide a URL. */
export const gnosis: RelayProfile = {
  ...ethRelay,
  name: 'gnosis',
  urls: { gnosis: null },
  droppingHashes: false,
  refunds: false,
}
