import { createFaultProxy, type FaultProxy } from '@outrigger/devnet/faults'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chains } from '../../chains/registry.ts'
import { sleep } from '../../time/sleep.ts'
import { createProviderPool } from '../pool.ts'
import type { ProviderPool } from '../poolTypes.ts'
import { createHeadLedger, createLoggingChain, type LoggingChain } from '../streams/fixtures/loggingChain.ts'
import { until } from '../streams/fixtures/until.ts'
import { withAgreement } from './withAgreement.ts'

let chain: LoggingChain
let primary: FaultProxy
let backup: FaultProxy
let pool: ProviderPool

beforeAll(async () => {
  chain = await createLoggingChain()
  primary = await createFaultProxy({ target: chain.anvil.rpcUrl })
  backup = await createFaultProxy({ target: chain.anvil.rpcUrl })
  pool = createProviderPool({ chain: chains.ethereum, endpoints: [primary.url, backup.url] })
  await chain.mine(4)
})
afterAll(async () => {
  await pool?.close()
  await Promise.all([primary, backup, chain].map((each) => each?.close()))
})

it('reports a head in order when enough endpoints have it, and takes it back with its block', async () => {
  const heads = createHeadLedger()
  const trusted = withAgreement(pool, 2)
  const unwatch = trusted.watchHeads(heads.apply)
  const tip = () => Number(heads.chain.at(-1)?.number)
  await until('a first head', () => tip() === 4)
  await backup.setFault({ kind: 'staleHead', blocks: 1 })
  await chain.mine()
  await chain.mine()
  await until('the head that both have', () => tip() === 5)
  await sleep(500)
  expect(tip()).toBe(5)
  await backup.setFault({ kind: 'none' })
  await until('the head that the other has caught up with', () => tip() === 6)

  await backup.setFault({ kind: 'staleHead', blocks: 1 })
  await chain.mine()
  await sleep(300)
  // Only reported heads are taken back.
  await chain.reorg(3)
  await backup.setFault({ kind: 'none' })
  await chain.mine(2)
  const wanted = (await chain.blocks(1n, 9n)).map(({ hash }) => hash)
  await until('the new branch', () => heads.chain.at(-1)?.hash === wanted.at(-1))
  expect(heads.chain.map(({ hash }) => hash)).toEqual(wanted.slice(-heads.chain.length))
  expect(heads.faults).toEqual({ duplicated: 0, disordered: 0 })
  expect(heads.chain.every(({ header }) => header['baseFeePerGas'] !== undefined)).toBe(true)

  unwatch()
  await chain.mine()
  await sleep(200)
  expect(tip()).toBe(9)
}, 30_000)
