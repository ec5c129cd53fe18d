import { type AbiEvent, parseAbiItem } from 'viem'
import { describe, expect, it } from 'vitest'
import { address, toLog } from '../fixtures/blocks.ts'
import { decodePoolLog, poolEventDefinitions } from './registry.ts'

const pool = address(0x91)

describe('logs of pools', () => {
  it('have unique signatures', () => {
    const signatures = poolEventDefinitions.map(({ signature }) => signature)
    expect(new Set(signatures).size).toBe(signatures.length)
    for (const signature of signatures) expect((parseAbiItem(`event ${signature}`) as AbiEvent).type).toBe('event')
  })

  it('match the topics of contracts on mainnet', () => {
    const topics = [
      ['uniswap_v2', '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'],
      ['uniswap_v3', '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'],
      ['pancakeswap_v3', '0x19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83'],
      ['curve', '0x8b3e96f2b889fa771c53c981b40daf005f63f637f1869f707052d15a3dd97140'],
      ['balancer_v1', '0x908fb5ee8f16c6bc9bc3690973819f32a4d4b10188134543c88706e0e1d43378'],
    ] as const
    const data = `0x${'0'.repeat(62)}01`.padEnd(2 + 64 * 8, '0') as `0x${string}`
    for (const [protocol, topic] of topics)
      expect(decodePoolLog({ address: pool, topics: [topic], data })).toMatchObject({ kind: 'swap', protocol, pool })
  })

  it('contain the direction: V3 by the pool’s changes, V4 by the swapper’s changes', () => {
    const tick = toLog(pool, 'Swap(address,address,int256,int256,uint160,uint128,int24)', [], [5n, -7n, 1n, 1n, 1n])
    expect(decodePoolLog(tick)).toMatchObject({ zeroForOne: true, amountIn: 5n, amountOut: 7n })
    const signature = 'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)'
    const manager = toLog(pool, signature, [9n], [5n, -7n, 1n, 1n, 1n, 1n])
    expect(decodePoolLog(manager)).toMatchObject({ zeroForOne: false, amountIn: 7n, amountOut: 5n, holder: pool })
  })

  it('never throw for any data', () => {
    for (const { signature } of poolEventDefinitions) {
      const log = toLog(pool, signature, [], [])
      for (const data of ['0x', '0xzz', `0x${'f'.repeat(63)}`, `0x${'f'.repeat(2_000)}`] as const)
        expect(() => decodePoolLog({ ...log, data }), signature).not.toThrow()
    }
  })
})
