import type { ChainName } from '@outrigger/core'
import { entryPoint09Address } from 'viem/account-abstraction'
import { expect, it } from 'vitest'
import { createDecoder } from './decoder/decoder.ts'
import { protocols } from './registry.ts'
import { aggregationRouters } from './swaps/aggregationRouters.ts'
import { poolContracts } from './swaps/poolContracts.ts'
import { v4PositionManagers } from './swaps/uniswapV4/uniswapV4.ts'

const deployments: readonly (readonly [name: string, chain: ChainName, address: string])[] = [
  ['EntryPoint 0.9', 'ethereum', entryPoint09Address],
  ['EntryPoint 0.9', 'base', entryPoint09Address],
  ['Universal Router 2.1.2', 'ethereum', '0x23617e59a5925b2a4bf75d73ff6711cd0b29de85'],
  ['Universal Router 2.2.0', 'ethereum', '0xab863e752bf67d8dcdd929eaae9be9dc83fb3bbb'],
  ['Universal Router 2.1.2', 'arbitrum', '0x2d01411773c8c24805306e89a41f7855c3c4fe65'],
  ['Universal Router 2.1.2', 'base', '0xd6145b2d3f379919e8cdeda7b97e37c4b2ca9c40'],
  ['Universal Router 2.1.2', 'celo', '0xe2023f3fa515cf070e07fd9d51c1d236e07843f4'],
  ['Universal Router 2.1.2', 'linea', '0xdc264714f68d84cf29bc605589405e78bdbe7c9f'],
  ['Universal Router 2.2.0', 'ink', '0x8bbcaeb326ad590521a921c9e457ee09f336b48c'],
  ['GPv2Settlement', 'optimism', '0x9008d19f58aabd9ed0d60971565aa8510560ab41'],
  ['CoWSwapEthFlow', 'optimism', '0xba3cb449bd2b4adddbc894d8697f5170800eadec'],
  ['CoWSwapEthFlow', 'arbitrum', '0x6dfe75b5ddce1ade279d4fa6bd6aef3cbb6f49db'],
  ['CoWSwapEthFlow', 'linea', '0x04501b9b1d52e67f6862d157e00d13419d2d6e95'],
  ['V3DutchOrderReactor', 'celo', '0x00000000b8077fdf2281a80be96f6c282b5d943a'],
  ['V3DutchOrderReactor', 'ink', '0x000000007a1c8e570011eedf86a2a35593013cba'],
  ['BalancerRelayer 6', 'base', '0x7c3c773c878d2238a9b64d8cee02377bf07ed06a'],
  ['AllowanceHolder', 'linea', '0x0000000000001ff3684f28c67538d4d072c22734'],
]

it.each(deployments)('%s is known on %s', (_, chain, address) => {
  const { undecoded } = createDecoder({ chain, protocols }).decode({
    to: address as `0x${string}`,
    input: '0x00000001',
  })
  expect(undecoded).toMatchObject([{ reason: 'unknownFunction' }])
})

it("the PoolManager is known on each chain of V4's PositionManager, from its block on", () => {
  const managers = poolContracts.find(({ id }) => id === 'uniswap_v4')
  const chains = Object.keys(v4PositionManagers).toSorted()
  expect(Object.keys(managers?.contracts ?? {}).toSorted()).toEqual(chains)
  expect(Object.keys(managers?.fromBlocks ?? {}).toSorted()).toEqual(chains)
})

it('0x is expected to answer with the AllowanceHolder of the chain', () => {
  const [cancun, shanghai] = [
    '0x0000000000001ff3684f28c67538d4d072c22734',
    '0x0000000000005e88410ccdfade4a5efae4b49562',
  ]
  expect(aggregationRouters.zeroEx).toMatchObject({ linea: [cancun], scroll: [cancun, shanghai], mantle: [shanghai] })
})
