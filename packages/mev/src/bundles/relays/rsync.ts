import { ethRelay, type RelayProfile } from './relayProfile.ts'

/** https://rsync-builder.xyz/docs */
export const rsync: RelayProfile = {
  ...ethRelay,
  name: 'rsync',
  urls: { ethereum: 'https://rsync-builder.xyz' },
}
