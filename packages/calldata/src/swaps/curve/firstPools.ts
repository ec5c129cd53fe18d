import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { curvePools } from './poolAddresses.ts'

/** Pools with their coins in the pool's order. */
export type CurvePools = readonly {
  readonly address: Address
  readonly kind: 'stableswap' | 'cryptoswap'
  readonly coins: readonly Address[]
}[]

/** Those of CryptoSwap. Source: https://github.com/curvefi/curve-js (pools marked `is_crypto` @ 8cb9f82) */
const cryptoswap: ReadonlySet<Address> = new Set([
  // ethereum: tricrypto2, eurtusd, eursusd, cvxeth, xautusd, spelleth, teth, euroc, tricryptoUSDC, tricryptoUSDT
  '0xd51a44d3fae010294c616388b506acda1bfaae46',
  '0x9838eccc42659fa8aa7daf2ad134b53984c9427b',
  '0x98a7f18d4e56cfe84e3d081b40001b3d5bd3eb8b',
  '0xb576491f1e6e5e62f1d8f26062ee822b40b0e0d4',
  '0xadcfcf9894335dc340f6cd182afa45999f45fc44',
  '0x98638facf9a3865cd033f36548713183f6996122',
  '0x752ebeb79963cf0732e9c0fec72a49fd1defaeac',
  '0xe84f5b1582ba325fdf9ce6b0c1f087ccfc924e54',
  '0x7f86bf177dd4f3494b841a37e810a34dd56c829b',
  '0xf5f5b97624542d72a9e06f04804bf81baa15e2b4',
  // polygon: atricrypto3, eurtusd, eursusd
  '0x92215849c439e1f8612b6646060b4e3e5ef822cc',
  '0xb446bf7b8d6d4276d0c75ec0e3ee8dd7fe15783a',
  '0x9b3d675fdbe6a0935e8b7d1941bc6f78253549b7',
  // arbitrum: tricrypto, eursusd
  '0x960ea3e3c7fb317332d990873d354e18d7645590',
  '0xa827a652ead76c6b0b3d19dba05452e06e25c27e',
  // gnosis: tricrypto, eureusd
  '0x5633e00994896d0f472926050ecb32e38bef3e65',
  '0x056c6c5e684cec248635ed86033378cc444459b0',
])

/** AMMs of crvUSD's lending markets, which exchange along bands and use other arithmetic. Source: as above (`is_llamma`) */
const markets: ReadonlySet<Address> = new Set([
  '0x136e783846ef68c8bd00a3369f787df8d683a696',
  '0x37417b2238aa52d0dd2d6252d989e728e8f706e4',
  '0xe0438eb3703bf871e31ce639bd351109c88666ea',
  '0x1681195c176239ac5e72d9aebacf5b2492e0c4ee',
  '0xfa96ad0a9e64261db86950e2da362f5572c5c6fd',
  '0xf9bd9da2427a50908c4c6d1599d8e62837c2bcb0',
])

/** Curve's pools from before its factories, and a few that they made since. */
export const curveFirstPools: { readonly [chain in ChainName]?: CurvePools } = Object.fromEntries(
  Object.entries(curvePools).map(([chain, pools]) => [
    chain,
    pools.flatMap(([address, coins]) =>
      markets.has(address) ? [] : [{ address, coins, kind: cryptoswap.has(address) ? 'cryptoswap' : 'stableswap' }],
    ),
  ]),
)
