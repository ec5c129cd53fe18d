import type { ChainName } from '@outrigger/core'
import type { Address } from 'viem'
import { deployedOn } from '../decoder/deployedOn.ts'
import { allowanceHolders } from './zeroEx/allowanceHolders.ts'

type Contracts = { readonly [chain in ChainName]?: readonly Address[] }

/** 1inch's AggregationRouterV6. Source: 1inch's documentation, and the verified contract of each chain. */
const oneinch: Contracts = {
  ...deployedOn(
    ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'base', 'gnosis', 'avalanche', 'linea', 'sonic', 'unichain'],
    '0x111111125421ca6dc452d289314280a0f8842a65',
  ),
  zksync: ['0x6fd4383cb451173d5f9304f041c7bcbf27d561ff'],
}

/** Velora's Augustus 6.2, which takes the input itself. Source: developers.velora.xyz, and its adapters' configuration. */
const velora: Contracts = deployedOn(
  ['ethereum', 'bsc', 'polygon', 'arbitrum', 'avalanche', 'gnosis', 'optimism', 'base', 'sonic', 'unichain'],
  '0x6a000f20005980200259b80c5102003040001068',
)

/** KyberSwap's MetaAggregationRouterV2. Source: docs.kyberswap.com, and the integrations that name it. */
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

/** Contracts that the present swap APIs of aggregators send transactions to and have approved for the input. */
export const aggregationRouters = { oneinch, zeroEx: allowanceHolders, velora, kyberSwap, odos }

/**
 * 0x's registry of its Settlers, the same on every chain: they are replaced often, so only the chain knows the present one.
 * Source: README of 0xProject/0x-settler.
 */
export const settlerRegistry: Address = '0x00000000000004533fe15556b1e086bb1a72ceae'
