import type { Address } from 'viem'
import type { ChainName } from '../registry.ts'
import { arbitrum } from './addresses/arbitrum.ts'
import { avalanche } from './addresses/avalanche.ts'
import { base } from './addresses/base.ts'
import { bsc } from './addresses/bsc.ts'
import { celo } from './addresses/celo.ts'
import { ethereum } from './addresses/ethereum.ts'
import { gnosis } from './addresses/gnosis.ts'
import { ink } from './addresses/ink.ts'
import { linea } from './addresses/linea.ts'
import { mantle } from './addresses/mantle.ts'
import { optimism } from './addresses/optimism.ts'
import { polygon } from './addresses/polygon.ts'
import { scroll } from './addresses/scroll.ts'
import { sonic } from './addresses/sonic.ts'
import { zksync } from './addresses/zksync.ts'

/** Symbol and decimals of an ERC-20 token; `decimals` is null where the token does not report them. */
export type Token = { readonly symbol: string; readonly decimals: number | null }

/** Rows of `symbol decimals address`. */
const lists: { readonly [chain in ChainName]?: string } = {
  arbitrum,
  avalanche,
  base,
  bsc,
  celo,
  ethereum,
  gnosis,
  ink,
  linea,
  mantle,
  optimism,
  polygon,
  scroll,
  sonic,
  zksync,
}

/** The well-known tokens of a chain, by address in lower case. */
export function toListedTokens(chain: ChainName): ReadonlyMap<Address, Token> {
  const rows = (lists[chain] ?? '').trim().split('\n').filter(Boolean)
  return new Map(
    rows.map((row) => {
      const [symbol = '', decimals, address] = row.split(' ')
      return [address as Address, { symbol, decimals: Number(decimals) }]
    }),
  )
}
