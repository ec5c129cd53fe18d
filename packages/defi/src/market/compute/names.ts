/** Chains that DefiLlama calls otherwise than we do, by their names there without spaces. */
const chainNames: { readonly [name: string]: string } = {
  opmainnet: 'optimism',
  xdai: 'gnosis',
  binance: 'bsc',
  avax: 'avalanche',
  zksyncera: 'zksync',
  era: 'zksync',
  cosmos: 'cosmoshub',
}

/** What names of one chain have in common: `OP Mainnet`, `Optimism` and `optimism` are one. */
export function toChainKey(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z\d]/g, '')
  return chainNames[plain] ?? plain
}

/** What names and ids of one protocol have in common: `Aave V3`, `aave-v3` and `aave_v3` are one. */
export function toProtocolKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '')
}

type Named = { readonly slug: string; readonly name: string; readonly parent: string | null }

/** Whether it goes by this key itself, or its family does. */
export function isNamed({ slug, name, parent }: Named, key: string): boolean {
  return [slug, name, parent ?? ''].some((one) => toProtocolKey(one) === key)
}
