import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** A builder of Gnosis Chain in the manner of Flashbots. None has a public address: the settings name it. */
export const gnosis: RelayProfile = {
  ...ethRelay,
  name: 'gnosis',
  urls: { gnosis: null },
  droppingHashes: false,
  refunds: false,
}
