import { ethRelay, type RelayProfile } from './relayProfile.ts'

export const quasar: RelayProfile = {
  ...ethRelay,
  name: 'quasar',
  urls: { ethereum: 'https://rpc.quasar.win' },
  droppingHashes: false,
}
