import { type Address, getAddress } from 'viem'

/** Folders of Trust Wallet's public collection, which names logos by checksummed address. */
const folders: { readonly [chain: string]: string } = {
  ethereum: 'ethereum',
  polygon: 'polygon',
  arbitrum: 'arbitrum',
  optimism: 'optimism',
  base: 'base',
  avalanche: 'avalanchec',
}

/** Where the logo of a listed token is; null on chains without a folder of their own. */
export function toLogo(chain: string, address: Address): string | null {
  const folder = folders[chain]
  if (folder === undefined) return null
  return `https://raw.githubusercontent.com/trustwallet/assets/master/blockchains/${folder}/assets/${getAddress(address)}/logo.png`
}
