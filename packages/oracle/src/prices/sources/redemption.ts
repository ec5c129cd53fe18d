import { type ClientOption, toClient } from '@outrigger/core/internal'
import { computeLrtRate } from '../../lrt/compute/lrtRate.ts'
import { lrtTokens } from '../../lrt/lrtRegistry.ts'
import { defineLrtToken, type LrtToken, viewRate } from '../../lrt/lrtToken.ts'
import type { PriceToken } from '../priceToken.ts'

/** Redemption rate of a staked or restaked token from its issuer's contract. It is not a market price. */
type RedemptionRate = {
  /** ETH per token. */
  readonly rate: number
  readonly protocol: string
}

/**
 * Reads the redemption rate of a token. Returns null for tokens that do not represent staked ether. Rejects if the
 * contract does not respond.
 */
export type ReadRedemption = (token: PriceToken, signal: AbortSignal) => Promise<RedemptionRate | null>

/**
 * Staked tokens. Sources: docs.lido.fi/contracts/wsteth, docs.rocketpool.net (RocketTokenRETH), Coinbase's whitepaper
 * of cbETH.
 */
const stakingTokens: readonly LrtToken[] = [
  defineLrtToken({
    symbol: 'wstETH',
    token: '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
    protocol: 'lido',
    rate: viewRate('0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 'stEthPerToken'),
  }),
  defineLrtToken({
    symbol: 'rETH',
    token: '0xae78736Cd615f374D3085123A210448E74Fc6393',
    protocol: 'rocketpool',
    rate: viewRate('0xae78736Cd615f374D3085123A210448E74Fc6393', 'getExchangeRate'),
  }),
  defineLrtToken({
    symbol: 'cbETH',
    token: '0xBe9895146f7AF43049ca1c1AE358B0541Ea49704',
    protocol: 'coinbase',
    rate: viewRate('0xBe9895146f7AF43049ca1c1AE358B0541Ea49704', 'exchangeRate'),
  }),
]

/**
 * Creates a reader of redemption rates. It reads on Ethereum, because only Ethereum has the issuers' contracts.
 *
 * @param options `pool` is a provider pool of Ethereum, or a viem client
 * @example createPriceOracle({ sources, redemption: createRedemptionReader({ pool }) })
 */
export function createRedemptionReader({ pool }: { readonly pool: ClientOption }): ReadRedemption {
  const client = toClient(pool)
  const known = new Map(
    [...Object.values<LrtToken>(lrtTokens), ...stakingTokens].map((token) => [token.token.toLowerCase(), token]),
  )
  return async ({ chain, address }) => {
    const token = address === null ? undefined : known.get(address)
    if (chain !== 'ethereum' || token === undefined) return null
    const rateWei = await client.readContract(token.rate)
    const rate = typeof rateWei === 'bigint' ? computeLrtRate(token, rateWei) : null
    return rate !== null && 'rate' in rate ? { rate: rate.rate, protocol: token.protocol } : null
  }
}
