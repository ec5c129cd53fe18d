import type { ChainName } from '@outrigger/core'
import { entryPoint09Address } from 'viem/account-abstraction'
import { expect, it } from 'vitest'
import { createDecoder } from './decoder/decoder.ts'
import { protocols } from './registry.ts'

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
]

it.each(deployments)('%s is known on %s', (_, chain, address) => {
  const { undecoded } = createDecoder({ chain, protocols }).decode({
    to: address as `0x${string}`,
    input: '0x00000001',
  })
  expect(undecoded).toMatchObject([{ reason: 'unknownFunction' }])
})
