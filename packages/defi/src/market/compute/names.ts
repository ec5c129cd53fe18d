/** Chains that DefiLlama names differently, by their names there without spaces. */
const chainNames: { readonly [name: string]: string } = {
  opmainnet: 'optimism',
  xdai: 'gnosis',
  binance: 'bsc',
  avax: 'avalanche',
  zksyncera: 'zksync',
  era: 'zksync',
  cosmos: 'cosmoshub',
}

/** Returns one key for all names of a chain: `OP Mainnet`, `Optimism` and `optimism` are equal. */
export function toChainKey(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z\d]/g, '')
  return chainNames[plain] ?? plain
}

/** Returns one key for all names and ids of a protocol: `Aave V3`, `aave-v3` and `aave_v3` are equal. */
export function toProtocolKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}

type Named = { readonly slug: string; readonly name: string; readonly parent: string | null }

/** Returns whether the key matches the protocol or its family. */
export function isNamed({ slug, name, parent }: Named, key: string): boolean {
  return [slug, name, parent ?? ''].some((one) => toProtocolKey(one) === key)
}
