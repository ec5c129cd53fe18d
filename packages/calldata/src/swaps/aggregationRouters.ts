import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { deployedOn } from '../decoder/deployedOn.ts'
import { routersV6 } from './oneinch/oneinch.ts'
import { augustusV62 } from './paraswap/paraswap.ts'
import { allowanceHolders } from './zeroEx/allowanceHolders.ts'

type Contracts = { readonly [chain in ChainName]?: readonly Address[] }

/** KyberSwap's MetaAggregationRouterV2. Source: docs.kyberswap.com, and integrations that list it. */
const kyberSwap: Contracts = {
  ...deployedOn(
    [
      'ethereum',
      'bsc',
      'polygon',
      'arbitrum',
      'optimism',
      'avalanche',
      'base',
      'mantle',
      'linea',
      'scroll',
      'sonic',
      'berachain',
      'unichain',
    ],
    '0x6131b5fae19ea4f9d964eac0408e4408b66337b5',
  ),
  zksync: ['0x3f95ef3f2eaca871858dbe20a93c01daf6c2e923'],
}

/** Odos' router of its API v3, the same on each of its chains. Source: docs.odos.xyz/build/contracts, and audits of it. */
const odos: Contracts = deployedOn(
  [
    'ethereum',
    'bsc',
    'polygon',
    'arbitrum',
    'optimism',
    'avalanche',
    'base',
    'mantle',
    'linea',
    'scroll',
    'sonic',
    'unichain',
  ],
  '0x0d05a7d3448512b78fa8a9e46c4872c88c4a0d05',
)

/** Contracts to which the current swap APIs of aggregators send transactions. They need an approval for the input. */
export const aggregationRouters = { oneinch: routersV6, zeroEx: allowanceHolders, velora: augustusV62, kyberSwap, odos }

/**
 * 0x's registry of its Settlers, the same address on every chain. Settlers are replaced often, so the current one
 * must be read from the chain. Source: README of 0xProject/0x-settler.
 */
export const settlerRegistry: Address = '0x00000000000004533fe15556b1e086bb1a72ceae'
