import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** https://docs.titanbuilder.xyz: knows no timestamps; takes nothing back within 4 seconds of a block. */
export const titan: RelayProfile = {
  ...ethRelay,
  name: 'titan',
  urls: { ethereum: 'https://rpc.titanbuilder.xyz' },
  timestamps: false,
  privateMethod: 'eth_sendPrivateTransaction',
}
