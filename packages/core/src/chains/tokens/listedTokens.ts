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

/** Symbol and decimals of an ERC-20 token. `decimals` is null if the token does not report them. */
export type Token = { readonly symbol: string; readonly decimals: number | null }

/** Rows of `symbol decimals address`, and the logo file if one is known (see `tokenLogos.ts`). */
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

/** Returns the well-known tokens of a chain, by address in lower case. */
export function toListedTokens(chain: ChainName): ReadonlyMap<Address, Token> {
  return new Map(
    toRows(chain).map(([symbol = '', decimals, address]) => [
      address as Address,
      { symbol, decimals: Number(decimals) },
    ]),
  )
}

/** Returns the logo files by address, for tokens with a logo of their own. */
export function toListedLogos(chain: ChainName): ReadonlyMap<Address, string> {
  return new Map(toRows(chain).flatMap(([, , address, file]) => (file ? [[address as Address, file] as const] : [])))
}

const toRows = (chain: ChainName): readonly (readonly string[])[] =>
  (lists[chain] ?? '')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((row) => row.split(' '))
