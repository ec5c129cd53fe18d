import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** https://jetbldr.xyz/api/eth_sendbundle */
export const jetbuilder: RelayProfile = {
  ...ethRelay,
  name: 'jetbuilder',
  urls: { ethereum: 'https://rpc.jetbldr.xyz' },
  droppingHashes: false,
}
