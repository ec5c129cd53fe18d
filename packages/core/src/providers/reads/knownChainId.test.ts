import { expect, it } from 'vitest'
import { chains } from '../../chains/registry.ts'
import { createHealths } from '../circuit/fixtures/healths.ts'
import { recordProbeAnswer } from '../circuit/recordOutcome.ts'
import { toCall } from '../wire/rpcCall.ts'
import { toKnownChainId } from './knownChainId.ts'

it('the chain id is known once an endpoint has shown it', () => {
  const healths = createHealths(2)
  const ask = (method: string, chain = chains.ethereum) =>
    toKnownChainId(toCall({ method }), chain, healths, { now: () => 500 })
  expect(ask('eth_chainId')).toBeNull()
  const [, backup] = healths
  if (backup !== undefined) recordProbeAnswer(backup, { latencyMs: 1, nowMs: 100, isIdentityShown: true })
  expect(ask('eth_chainId')).toMatchObject({ result: { value: '0x1' }, provider: 'backup', cached: true, ageMs: 400 })
  expect(ask('net_version')?.result.text()).toBe('"1"')
  expect(ask('eth_blockNumber')).toBeNull()
})
